import type { RoomPerson, TaggedPerson } from '@bindings';
import { ActionIcon, Checkbox, Popover } from '@mantine/core';
import { IconAt } from '@tabler/icons-react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import type { Room } from '@/queries/chat/rooms';
import { Avatar } from '@/ui/brand/Avatar';
import { fullName } from '../chatText';
import styles from './Composer.module.css';

interface TagPickerProps {
  room: Room;
  tags: readonly TaggedPerson[];
  onChange: (tags: TaggedPerson[]) => void;
}

/**
 * All members of the room: those of the other company first, the user last. Tagged members are notified, except the
 * user.
 */
export function TagPicker({ room, tags, onChange }: TagPickerProps) {
  const { user } = useSession();
  const rank = ({ id, companyId }: RoomPerson) =>
    Number(companyId !== room.company.id) + Number(id === user.id);
  const people = [...room.userlist].sort((one, other) => rank(one) - rank(other));
  const toggle = ({ id, firstName, lastName }: RoomPerson) => {
    const rest = tags.filter((tag) => tag.id !== id);
    onChange(rest.length < tags.length ? rest : [...tags, { id, firstName, lastName }]);
  };
  return (
    <Popover position="top-start" width={300} trapFocus returnFocus zIndex={80}>
      <Popover.Target>
        <ActionIcon className={styles.tool ?? ''} aria-label={m.messages_tag()}>
          <IconAt size={21} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={styles.picker ?? ''} aria-label={m.messages_tag()}>
        <ul className={styles.people}>
          {people.map((person) => (
            <li key={person.id}>
              <Checkbox
                checked={tags.some(({ id }) => id === person.id)}
                onChange={() => toggle(person)}
                classNames={{ root: styles.person ?? '', body: styles.personBody ?? '' }}
                label={
                  <span className={styles.personName}>
                    <Avatar person={person} size={30} />
                    <span>
                      {fullName(person)}
                      <span className="dim">{person.position}</span>
                    </span>
                  </span>
                }
              />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
