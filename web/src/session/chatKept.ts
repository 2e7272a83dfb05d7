/**
 * What was typed and is not with the server yet: drafts, and messages that could not be sent. It stays in this
 * browser, by person and room, so that neither another page nor a reload takes it away. One entry for each message:
 * two windows do not overwrite each other's.
 */
import type { ChatRoomId, TaggedPerson, UserId } from '@bindings';

import type { UnsentMessage } from './chatWire';

export interface ChatDraft {
  text: string;
  tags: TaggedPerson[];
}

export const noDraft: ChatDraft = { text: '', tags: [] };

const draftName = (userId: UserId, roomId: ChatRoomId) => `ridgeline.chat.draft ${userId} ${roomId}`;
const unsentName = ({ userId, roomId, tempId }: Pick<UnsentMessage, 'userId' | 'roomId' | 'tempId'>) =>
  `ridgeline.chat.unsent ${userId} ${roomId} ${tempId}`;

/** A browser that keeps nothing still chats. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

export const keptDraft = (userId: UserId, roomId: ChatRoomId): ChatDraft =>
  attempt(() => {
    const text = localStorage.getItem(draftName(userId, roomId));
    return text === null ? noDraft : { ...noDraft, ...(JSON.parse(text) as Partial<ChatDraft>) };
  }, noDraft);

export function keepDraft(userId: UserId, roomId: ChatRoomId, draft: ChatDraft): void {
  const name = draftName(userId, roomId);
  attempt(() => {
    if (draft.text === '' && draft.tags.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(draft));
  }, undefined);
}

export const keepUnsent = (message: UnsentMessage): void =>
  attempt(() => localStorage.setItem(unsentName(message), JSON.stringify(message)), undefined);

export const forgetUnsent = (message: Pick<UnsentMessage, 'userId' | 'roomId' | 'tempId'>): void =>
  attempt(() => localStorage.removeItem(unsentName(message)), undefined);

/** Oldest first. Whether they arrived is not known: sent again under the same name, none comes twice. */
export const keptUnsent = (userId: UserId, roomId: ChatRoomId): UnsentMessage[] =>
  attempt(() => {
    const start = unsentName({ userId, roomId, tempId: '' });
    const names = Object.keys(localStorage).filter((name) => name.startsWith(start));
    const kept = names.map((name) => JSON.parse(localStorage.getItem(name) ?? '') as UnsentMessage);
    return kept
      .map((message) => ({ ...message, status: 'error' as const }))
      .toSorted((a, b) => a.dateInserted.localeCompare(b.dateInserted));
  }, []);
