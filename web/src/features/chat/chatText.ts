/** Short texts that several parts of the messages screen show. */
import type { TaggedPerson } from '@bindings';
import { m } from '@/i18n';
import type { Room } from '@/queries/chat/rooms';
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

/** What a room is for, under its name; null for that of a connection, whose name says it. */
export function roomPurpose({ kind, company }: Pick<Room, 'kind' | 'company'>): string | null {
  if (kind === 'job') return m.messages_jobWith({ company: company.name });
  return kind === 'company' ? m.messages_yourTeam() : null;
}

/** Who can read a room, for one without messages. */
export function readersHint(room: Room): string {
  const company = room.company.name;
  if (room.kind === 'job') return m.messages_emptyHintJob({ company });
  return room.kind === 'company' ? m.messages_emptyHintTeam({ company }) : m.messages_emptyHint({ company });
}

/** A one-line preview of the last message of a room. */
export function lastMessagePreview({ lastMessage }: Room, ownId: string): string {
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
