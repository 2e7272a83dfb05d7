/**
 * Drafts, and messages that could not be sent. They are stored in this browser, by user and room, and survive a
 * reload. Each message is a separate entry, so that two windows do not overwrite each other's.
 */
import type { ChatRoomId, TaggedPerson, UserId } from '@bindings';

import type { UnsentMessage } from './messageTypes';

export interface ChatDraft {
  text: string;
  tags: TaggedPerson[];
}

export const emptyDraft: ChatDraft = { text: '', tags: [] };

const draftName = (userId: UserId, roomId: ChatRoomId) => `ridgeline.chat.draft ${userId} ${roomId}`;
const unsentName = ({ userId, roomId, tempId }: Pick<UnsentMessage, 'userId' | 'roomId' | 'tempId'>) =>
  `ridgeline.chat.unsent ${userId} ${roomId} ${tempId}`;

/** Without storage the chat still works. */
function attempt<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

export const readDraft = (userId: UserId, roomId: ChatRoomId): ChatDraft =>
  attempt(() => {
    const text = localStorage.getItem(draftName(userId, roomId));
    return text === null ? emptyDraft : { ...emptyDraft, ...(JSON.parse(text) as Partial<ChatDraft>) };
  }, emptyDraft);

export function storeDraft(userId: UserId, roomId: ChatRoomId, draft: ChatDraft): void {
  const name = draftName(userId, roomId);
  attempt(() => {
    if (draft.text === '' && draft.tags.length === 0) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(draft));
  }, undefined);
}

export const storeUnsent = (message: UnsentMessage): void =>
  attempt(() => localStorage.setItem(unsentName(message), JSON.stringify(message)), undefined);

export const removeUnsent = (message: Pick<UnsentMessage, 'userId' | 'roomId' | 'tempId'>): void =>
  attempt(() => localStorage.removeItem(unsentName(message)), undefined);

/** Oldest first. It is not known whether they arrived: a message sent again with the same id is stored once. */
export const readUnsent = (userId: UserId, roomId: ChatRoomId): UnsentMessage[] =>
  attempt(() => {
    const start = unsentName({ userId, roomId, tempId: '' });
    const names = Object.keys(localStorage).filter((name) => name.startsWith(start));
    const stored = names.map((name) => JSON.parse(localStorage.getItem(name) ?? '') as UnsentMessage);
    return stored
      .map((message) => ({ ...message, status: 'error' as const }))
      .toSorted((a, b) => a.dateInserted.localeCompare(b.dateInserted));
  }, []);
