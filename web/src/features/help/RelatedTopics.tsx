import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { m } from '@/i18n';

import styles from './RelatedTopics.module.css';
import { help, jobsHelp, topicPath, topicsForPath } from './topics';
import { useHelpTexts } from './useHelpTexts';

interface RelatedTopicsProps {
  /** Whether the panel was opened by keyboard: then the first topic gets the focus. */
  focused: boolean;
  onLeave: () => void;
}

/** The topics about the current page, and a link to all of them. */
export function RelatedTopics({ focused, onLeave }: RelatedTopicsProps) {
  const { pathname } = useLocation();
  const { data: texts, error } = useHelpTexts();
  const list = useRef<HTMLUListElement>(null);
  const ready = texts !== undefined || error !== null;
  useEffect(() => {
    if (focused && ready) list.current?.querySelector('a')?.focus();
  }, [focused, ready]);
  const base = pathname === '/app/jobs' ? jobsHelp : help;
  return (
    <>
      <h2 className={styles.head}>{m.help_thisPage()}</h2>
      <ul ref={list} className={styles.links}>
        {texts !== undefined &&
          topicsForPath(pathname).map((topic) => (
            <li key={topic}>
              <Link to={topicPath(base, topic)} onClick={onLeave}>
                {texts.topics[topic].title}
              </Link>
            </li>
          ))}
        <li className={styles.all}>
          <Link to={help} onClick={onLeave}>
            {m.help_allHelp()}
          </Link>
        </li>
      </ul>
    </>
  );
}
