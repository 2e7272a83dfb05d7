/** Groups the messages of a room for rendering: by day, and by consecutive messages of one author. */
import type { RoomPerson, UserId } from '@bindings';
import {
  isStored,
  type StoredMessage,
  type ThreadMessage,
  type UnsentMessage,
} from '@/queries/chat/messageTypes';
import type { Room } from '@/queries/chat/rooms';
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
const nameIn = (userlist: Room['userlist'], { id, firstName, lastName }: RoomPerson): string =>
  userlist.some((each) => each.id !== id && each.firstName === firstName)
    ? `${firstName} ${lastName}`
    : firstName;

/** The only message with a mark under it: who has read up to it, or that it was sent (no names). */
export interface DeliveryMark {
  id: string;
  names: readonly string[];
}

/**
 * Where the mark stands: under the last message that another has read and not written, with the names of those who have
 * read up to it; under the reader's last message if nobody has read it yet.
 */
export function deliveryMark(
  messages: readonly ThreadMessage[],
  { seen, userlist }: Pick<Room, 'seen' | 'userlist'>,
  ownId: UserId,
): DeliveryMark | null {
  const stored = messages.filter(isStored);
  const places = new Map(stored.map(({ id }, at) => [id, at]));
  let last = { at: -1, names: [] as string[] };
  for (const { userId, messageId } of seen) {
    const person = userlist.find(({ id }) => id === userId);
    const read = places.get(messageId);
    if (person === undefined || read === undefined) continue;
    const at = stored.slice(0, read + 1).findLastIndex((message) => message.userId !== userId);
    if (at > last.at) last = { at, names: [] };
    if (at === last.at && at >= 0) last.names.push(nameIn(userlist, person));
  }
  const own = stored.findLastIndex(({ userId }) => userId === ownId);
  const message = stored[Math.max(last.at, own)];
  return message === undefined ? null : { id: message.id, names: own > last.at ? [] : last.names };
}
