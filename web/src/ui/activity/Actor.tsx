import type { ActivityEntry } from '@bindings';
import { Avatar } from '../Avatar';

/** The initials of who did it. The name stands in the sentence. */
export function Actor({ entry: { actor } }: { entry: ActivityEntry }) {
  const words = actor.name.trim().split(/\s+/);
  const firstName = words[0] || '?';
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : '';
  return <Avatar person={{ id: actor.id ?? '', firstName, lastName }} size={32} />;
}
