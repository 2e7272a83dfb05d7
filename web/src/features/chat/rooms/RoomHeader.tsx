import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconArrowLeft, IconUsers } from '@tabler/icons-react';
import { use, useEffect } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { type Room, roomName } from '@/queries/chat/rooms';
import { Avatar } from '@/ui/brand/Avatar';
import { CompanyLogo } from '@/ui/brand/CompanyLogo';
import { PhoneHeaderActions, useDocumentTitle, useHeadingFocus } from '@/ui/layout/PageTitle';
import { usePhone } from '@/ui/theme/usePhone';
import { fullName, roomPurpose } from '../chatText';
import styles from './RoomHeader.module.css';

/** All members: those of the other company first, the user last. */
function usePeople({ userlist, company }: Room) {
  const { user } = useSession();
  const rest = userlist.filter(({ id }) => id !== user.id);
  const partners = rest.filter(({ companyId }) => companyId === company.id);
  const others = [...partners, ...rest.filter((each) => !partners.includes(each))];
  const self = userlist.filter(({ id }) => id === user.id);
  const named = [
    ...others.map((person) => ({ person, name: fullName(person) })),
    ...self.map((person) => ({ person, name: m.messages_you() })),
  ];
  return { named, line: named.map(({ name }) => name).join(', ') };
}

/** What the room is about: its job, or its company. */
function SubjectLink({
  room: { kind, job, company },
  fullWidth = false,
}: {
  room: Room;
  fullWidth?: boolean;
}) {
  const [to, words] =
    job !== null
      ? [`/app/jobs/details/${job.id}`, m.messages_viewJob()]
      : [kind === 'company' ? '/app/company' : `/app/view/company/${company.id}`, m.messages_viewCompany()];
  return (
    <Button component={Link} to={to} variant="default" fullWidth={fullWidth}>
      {words}
    </Button>
  );
}

function DesktopHeader({ room }: { room: Room }) {
  const { company } = room;
  const { line } = usePeople(room);
  const purpose = roomPurpose(room);
  return (
    <header className={styles.desk}>
      <CompanyLogo name={company.name} url={company.logoUrl} size={38} />
      <div className={styles.words}>
        <h2 className="trunc">{roomName(room)}</h2>
        <p className="trunc muted" title={line}>
          {purpose === null ? line : `${purpose}: ${line}`}
        </p>
      </div>
      <SubjectLink room={room} />
    </header>
  );
}

/** Makes the keyboard of a phone resize the page, so that it does not cover the text. */
function useRoomForKeyboard(): void {
  useEffect(() => {
    const view = document.querySelector<HTMLMetaElement>('meta[name="viewport"]');
    const before = view?.content ?? '';
    if (view !== null) view.content = `${before}, interactive-widget=resizes-content`;
    return () => {
      if (view !== null) view.content = before;
    };
  }, []);
}

/** The header of a phone; it opens the list of members. */
function PhoneHeader({ room }: { room: Room }) {
  const { company } = room;
  const name = roomName(room);
  const { named } = usePeople(room);
  const heading = useHeadingFocus();
  const { line } = use(PhoneHeaderActions);
  useDocumentTitle(`${name}, ${m.shell_messages()}`);
  useRoomForKeyboard();
  return (
    <header className={styles.phone}>
      <Link to="/app/messages" className={`iconButton ${styles.tool}`} aria-label={m.messages_back()}>
        <IconArrowLeft size={24} />
      </Link>
      <CompanyLogo name={company.name} url={company.logoUrl} size={30} />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {name}
      </h1>
      <Popover position="bottom-end" width={300} trapFocus zIndex={80}>
        <Popover.Target>
          <ActionIcon size={48} className={styles.tool ?? ''} aria-label={m.messages_people()}>
            <IconUsers size={24} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={m.messages_people()}>
          <ul className={styles.people}>
            {named.map(({ person, name: own }) => (
              <li key={person.id}>
                <Avatar person={person} size={32} />
                <span>
                  {own}
                  <span className="muted">{person.position}</span>
                </span>
              </li>
            ))}
          </ul>
          <SubjectLink room={room} fullWidth />
        </Popover.Dropdown>
      </Popover>
      {line}
    </header>
  );
}

/** The header of a room: its name, its members, and the way to its job or company. */
export function RoomHeader({ room }: { room: Room }) {
  return usePhone() ? <PhoneHeader room={room} /> : <DesktopHeader room={room} />;
}
