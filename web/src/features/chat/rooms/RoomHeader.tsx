import type { ChatRoom } from '@bindings';
import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconArrowLeft, IconUsers } from '@tabler/icons-react';
import { use, useEffect } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { Avatar } from '@/ui/brand/Avatar';
import { CompanyLogo } from '@/ui/brand/CompanyLogo';
import { PhoneHeaderActions, useDocumentTitle, useHeadingFocus } from '@/ui/layout/PageTitle';
import { usePhone } from '@/ui/theme/usePhone';
import { fullName } from '../chatText';
import styles from './RoomHeader.module.css';

/** All members: those of the other company first, the user last. */
function usePeople({ userlist, company }: ChatRoom) {
  const { user } = useSession();
  const partners = userlist.filter(({ companyId }) => companyId === company.id);
  const others = [...partners, ...userlist.filter((each) => each.id !== user.id && !partners.includes(each))];
  const self = userlist.filter(({ id }) => id === user.id);
  const named = [
    ...others.map((person) => ({ person, name: fullName(person) })),
    ...self.map((person) => ({ person, name: m.messages_you() })),
  ];
  return { named, line: named.map(({ name }) => name).join(', ') };
}

function DesktopHeader({ room }: { room: ChatRoom }) {
  const { company } = room;
  const { line } = usePeople(room);
  return (
    <header className={styles.desk}>
      <CompanyLogo name={company.name} url={company.logoUrl} size={38} />
      <div className={styles.words}>
        <h2 className="trunc">{company.name}</h2>
        <p className="trunc muted" title={line}>
          {line}
        </p>
      </div>
      <Button component={Link} to={`/app/view/company/${company.id}`} variant="default">
        {m.messages_viewCompany()}
      </Button>
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
function PhoneHeader({ room }: { room: ChatRoom }) {
  const { company } = room;
  const { named } = usePeople(room);
  const heading = useHeadingFocus();
  const { line } = use(PhoneHeaderActions);
  useDocumentTitle(`${company.name}, ${m.shell_messages()}`);
  useRoomForKeyboard();
  return (
    <header className={styles.phone}>
      <Link to="/app/messages" className={`iconButton ${styles.tool}`} aria-label={m.messages_back()}>
        <IconArrowLeft size={24} />
      </Link>
      <CompanyLogo name={company.name} url={company.logoUrl} size={30} />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {company.name}
      </h1>
      <Popover position="bottom-end" width={300} trapFocus zIndex={80}>
        <Popover.Target>
          <ActionIcon size={48} className={styles.tool ?? ''} aria-label={m.messages_people()}>
            <IconUsers size={24} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown aria-label={m.messages_people()}>
          <ul className={styles.people}>
            {named.map(({ person, name }) => (
              <li key={person.id}>
                <Avatar person={person} size={32} />
                <span>
                  {name}
                  <span className="muted">{person.position}</span>
                </span>
              </li>
            ))}
          </ul>
          <Button component={Link} to={`/app/view/company/${company.id}`} variant="default" fullWidth>
            {m.messages_viewCompany()}
          </Button>
        </Popover.Dropdown>
      </Popover>
      {line}
    </header>
  );
}

/** The header of a room: its company and its members. */
export function RoomHeader({ room }: { room: ChatRoom }) {
  return usePhone() ? <PhoneHeader room={room} /> : <DesktopHeader room={room} />;
}
