import type { ActivityEntry } from '@bindings';
import { Avatar } from '@/ui/brand/Avatar';

/** The actor's initials. The name is in the sentence. */
export function Actor({ entry: { actor } }: { entry: ActivityEntry }) {
  const words = actor.name.trim().split(/\s+/);
  const firstName = words[0] || '?';
  const lastName = words.length > 1 ? (words.at(-1) ?? '') : '';
  return <Avatar person={{ id: actor.id ?? '', firstName, lastName }} size={32} />;
}
