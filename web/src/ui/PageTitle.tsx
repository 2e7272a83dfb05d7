import { type ReactNode, useEffect, useRef } from 'react';

import { Mark } from './Mark';
import styles from './PageTitle.module.css';

/** Names the window while it is drawn, so that tabs, history and screen readers tell the pages apart. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    const below = document.title;
    document.title = title === '' ? 'Ridgeline' : `${title} · Ridgeline`;
    return () => {
      document.title = below;
    };
  }, [title]);
}

let arrived = false;

/** Moves the focus to the heading of a page that has just replaced another one. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (arrived) heading.current?.focus({ preventScroll: true });
    arrived = true;
  }, []);
  return heading;
}

interface PageTitleProps {
  title: string;
  /** What stands beside the title in small type, such as a count. */
  beside?: ReactNode;
  /** The buttons of the page at its right edge. On a phone they leave: give `phoneActions` or an action bar. */
  actions?: ReactNode;
  /** Icon buttons, 48 px, in the slate header of a phone. */
  phoneActions?: ReactNode;
  /** A second row of the slate header of a phone: week strip, search field or tabs. */
  phoneRow?: ReactNode;
  /** Replaces the mark by a back arrow on a phone. */
  back?: ReactNode;
  /** Stands before the title on a desktop, such as a way back. */
  before?: ReactNode;
}

/** The one h1 of a page: a line with its buttons on a desktop, the slate header on a phone. */
export function PageTitle({ title, beside, actions, phoneActions, phoneRow, back, before }: PageTitleProps) {
  const heading = useHeadingFocus();
  useWindowTitle(title);
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <span className={styles.mark}>{back ?? <Mark size={26} on="slate" />}</span>
        {before !== undefined && <span className={styles.before}>{before}</span>}
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {beside !== undefined && <span className={styles.beside}>{beside}</span>}
        <span className="grow" />
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        {phoneActions !== undefined && <div className={styles.phoneActions}>{phoneActions}</div>}
      </div>
      {phoneRow !== undefined && <div className={styles.phoneRow}>{phoneRow}</div>}
    </header>
  );
}
