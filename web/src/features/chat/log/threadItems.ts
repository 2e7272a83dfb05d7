/** Groups the messages of a room for rendering: by day, and by consecutive messages of one author. */
import type { ChatRoom, RoomPerson } from '@bindings';
import {
  isStored,
  type StoredMessage,
  type ThreadMessage,
  type UnsentMessage,
} from '@/queries/chat/messageTypes';
import { dayOfWall, wallOf } from '@/ui/dates/wallTime';

export type WrittenMessage = StoredMessage | UnsentMessage;

export interface MessageGroupItem {
  kind: 'run';
  key: string;
  messages: WrittenMessage[];
}

export type ThreadItem =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'system'; key: string; text: string }
  | MessageGroupItem;

/** A pause of this length starts a new group, in ms. */
const pause = 10 * 60_000;

/** The same key before and after the server has assigned an id, so that the bubble is not mounted again. */
export const itemKey = (message: WrittenMessage): string =>
  message.tempId === null && isStored(message) ? message.id : `${message.userId} ${message.tempId}`;

const continuesGroup = (last: WrittenMessage, next: WrittenMessage): boolean =>
  last.userId === next.userId && Date.parse(next.dateInserted) - Date.parse(last.dateInserted) < pause;

/** The items of a room, by days of the given time zone. */
export function threadItems(messages: readonly ThreadMessage[], zone: string): ThreadItem[] {
  const items: ThreadItem[] = [];
  let day = '';
  for (const message of messages) {
    const before = items.at(-1);
    if (message.status === 'system') {
      items.push({ kind: 'system', key: `system ${before?.key ?? ''}`, text: message.contents });
      continue;
    }
    const own = dayOfWall(wallOf(message.dateInserted, zone));
    // A failed message stays at its position; its day does not start again.
    if (own > day) {
      items.push({ kind: 'day', key: own, day: own });
      day = own;
    }
    const run = items.at(-1);
    const last = run?.kind === 'run' ? run.messages.at(-1) : undefined;
    if (run?.kind === 'run' && last !== undefined && continuesGroup(last, message))
      run.messages.push(message);
    else items.push({ kind: 'run', key: itemKey(message), messages: [message] });
  }
  return items;
}

/** The first name, with the last name where two members share the first. */
const nameIn = (userlist: ChatRoom['userlist'], { id, firstName, lastName }: RoomPerson): string =>
  userlist.some((each) => each.id !== id && each.firstName === firstName)
    ? `${firstName} ${lastName}`
    : firstName;

/** Read receipts: for each message, the names of those whose last read message it is, without its author. */
export function seenMarks(
  messages: readonly ThreadMessage[],
  { seen, userlist }: Pick<ChatRoom, 'seen' | 'userlist'>,
): Map<string, string[]> {
  const marks = new Map<string, string[]>();
  const stored = messages.filter(isStored);
  const places = new Map(stored.map(({ id }, at) => [id, at]));
  for (const { userId, messageId } of seen) {
    const person = userlist.find(({ id }) => id === userId);
    const at = places.get(messageId);
    if (person === undefined || at === undefined) continue;
    const last = stored.slice(0, at + 1).findLast((message) => message.userId !== userId);
    if (last !== undefined) marks.set(last.id, [...(marks.get(last.id) ?? []), nameIn(userlist, person)]);
  }
  return marks;
}
