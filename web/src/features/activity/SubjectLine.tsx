import type { ActivityEntry } from '@bindings';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';

import styles from './ActivityScreen.module.css';

/** The subject of an entry and its job, with a link as long as it exists. */
export function SubjectLine({ entry }: { entry: ActivityEntry }) {
  const { kind, kindLabel, subjectName, jobTitle, route } = entry;
  const name = subjectName === '' ? kindLabel : `${kindLabel}: ${subjectName}`;
  return (
    <div className={styles.subject}>
      {route === null ? (
        <span>{name}</span>
      ) : (
        <Link to={route} className={styles.way}>
          {name}
          <IconChevronRight size={15} aria-hidden />
        </Link>
      )}
      {jobTitle !== null && kind !== 'job' && <span>{jobTitle}</span>}
    </div>
  );
}
