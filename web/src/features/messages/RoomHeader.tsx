import type { ChatRoom } from '@bindings';
import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconArrowLeft, IconUsers } from '@tabler/icons-react';
import { use, useEffect } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/session/session';
import { Avatar } from '@/ui/Avatar';
import { CompanyLogo } from '@/ui/CompanyLogo';
import { SlateHeader, useHeadingFocus, useWindowTitle } from '@/ui/PageTitle';
import { usePhone } from '@/ui/phone';

import styles from './RoomHeader.module.css';
import { fullName } from './words';

/** Everybody who reads along: those of the other company first, oneself last. */
function usePeople({ userlist, company }: ChatRoom) {
  const { user } = useSession();
  const theirs = userlist.filter(({ companyId }) => companyId === company.id);
  const others = [...theirs, ...userlist.filter((each) => each.id !== user.id && !theirs.includes(each))];
  const self = userlist.filter(({ id }) => id === user.id);
  const named = [
    ...others.map((person) => ({ person, name: fullName(person) })),
    ...self.map((person) => ({ person, name: m.messages_you() })),
  ];
  return { named, line: named.map(({ name }) => name).join(', ') };
}

function Desk({ room }: { room: ChatRoom }) {
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

/** While somebody writes, the keyboard of a phone makes the page smaller instead of covering what is written. */
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

/** The slate header of a phone; who is in the room opens from it. */
function Phone({ room }: { room: ChatRoom }) {
  const { company } = room;
  const { named } = usePeople(room);
  const heading = useHeadingFocus();
  const { line } = use(SlateHeader);
  useWindowTitle(`${company.name}, ${m.shell_messages()}`);
  useRoomForKeyboard();
  return (
    <header className={styles.phone}>
      <Link to="/app/messages" className={styles.tool} aria-label={m.messages_back()}>
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

/** Which company one writes with, and who reads along. */
export function RoomHeader({ room }: { room: ChatRoom }) {
  return usePhone() ? <Phone room={room} /> : <Desk room={room} />;
}
