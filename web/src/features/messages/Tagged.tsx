import type { TaggedPerson } from '@bindings';
import { IconX } from '@tabler/icons-react';
import { m } from '@/i18n';

import styles from './Composer.module.css';
import { fullName } from './words';

interface TaggedProps {
  tags: readonly TaggedPerson[];
  onRemove: (person: TaggedPerson) => void;
}

/** Who is tagged in what is being written. Pressing a name takes the tag away. */
export function Tagged({ tags, onRemove }: TaggedProps) {
  if (tags.length === 0) return null;
  return (
    <div className={styles.tagged}>
      <span className="muted">{m.messages_tagged()}</span>
      {tags.map((person) => (
        <button
          key={person.id}
          type="button"
          className={styles.chip}
          aria-label={m.messages_untag({ name: fullName(person) })}
          onClick={() => onRemove(person)}
        >
          {fullName(person)}
          <IconX size={16} aria-hidden />
        </button>
      ))}
    </div>
  );
}
