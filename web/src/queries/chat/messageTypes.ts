/** The types of a chat message while it is being sent, and when it is shown. */
import type { ChatMessage, ChatRoomId, CompanyId, Language, TaggedPerson, UserId } from '@bindings';

/** A message from when it is sent until the server has stored it. */
export interface UnsentMessage {
  tempId: string;
  roomId: ChatRoomId;
  userId: UserId;
  companyId: CompanyId;
  contents: string;
  tags: TaggedPerson[];
  dateInserted: string;
  language: Language;
  author: { firstName: string; lastName: string };
  status: 'sending' | 'error';
}

/** A system message of the room. */
export interface SystemLine {
  status: 'system';
  contents: string;
}

export type StoredMessage = Omit<ChatMessage, 'status'> & { status: 'sent' | 'received' };
export type ThreadMessage = StoredMessage | UnsentMessage | SystemLine;

export const isStored = (message: ThreadMessage): message is StoredMessage =>
  message.status === 'sent' || message.status === 'received';

export const isUnsent = (message: ThreadMessage): message is UnsentMessage =>
  message.status === 'sending' || message.status === 'error';
