/** Short texts that several parts of the messages screen show. */
import type { ChatRoom, TaggedPerson } from '@bindings';
import { m } from '@/i18n';
import { dateFormat, midnight } from '@/ui/dates/dates';
import { daysAgo } from '@/ui/dates/relativeDay';
import { timeText } from '@/ui/dates/times';
import { dayOfWall, wallOf } from '@/ui/dates/wallTime';

export const fullName = ({ firstName, lastName }: Pick<TaggedPerson, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim();

/** The time of the last message of a room, as short as possible: `10:14 AM`, `Wed`, `Jun 3`. */
export function lastMessageTime(instant: string, zone: string): string {
  const day = dayOfWall(wallOf(instant, zone));
  const ago = daysAgo(day, zone);
  if (ago <= 0) return timeText(instant, zone);
  if (ago < 7) return dateFormat({ weekday: 'short' }).format(midnight(day));
  return dateFormat({ month: 'short', day: 'numeric' }).format(midnight(day));
}

/** A one-line preview of the last message of a room. */
export function lastMessagePreview({ lastMessage }: ChatRoom, ownId: string): string {
  if (lastMessage === null) return m.messages_nothingYet();
  const { contents, userId, author } = lastMessage;
  const text = contents === '' ? m.messages_photo() : contents;
  return userId === ownId ? m.messages_youWrote({ text }) : `${author.firstName}: ${text}`;
}

const mostNames = 3;

/** `Luis, Ana`; for many names the first few, and the number of the rest. */
export function nameList(names: readonly string[]): string {
  const few = names.length > mostNames + 1 ? names.slice(0, mostNames) : names;
  const rest = names.length - few.length;
  return [...few, ...(rest > 0 ? [m.messages_more({ count: rest })] : [])].join(', ');
}
