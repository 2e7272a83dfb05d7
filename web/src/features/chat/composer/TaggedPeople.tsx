import type { TaggedPerson } from '@bindings';
import { IconX } from '@tabler/icons-react';
import { m } from '@/i18n';
import { fullName } from '../chatText';
import styles from './Composer.module.css';

interface TaggedPeopleProps {
  tags: readonly TaggedPerson[];
  onRemove: (person: TaggedPerson) => void;
}

/** The people tagged in the draft. Pressing a name removes the tag. */
export function TaggedPeople({ tags, onRemove }: TaggedPeopleProps) {
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
