import { createContext, type ReactNode, use, useEffect, useRef } from 'react';

import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';
import styles from './PageTitle.module.css';

/** The document title is that of the top layer: a page, a dialog over it, a panel over both. */
export const titleLayers = { page: 0, dialog: 1, panel: 2 } as const;

/** The titles of all mounted layers, newest last. */
const names: { title: string; layer: number }[] = [];

function nameWindow(): void {
  const top = Math.max(...names.map(({ layer }) => layer));
  const title = names.findLast(({ layer }) => layer === top)?.title ?? '';
  document.title = title === '' ? 'Ridgeline' : `${title} · Ridgeline`;
}

/** Sets the document title while mounted, so that tabs, history and screen readers tell the pages apart. */
export function useDocumentTitle(title: string, layer: number = titleLayers.page): void {
  useEffect(() => {
    const here = { title, layer };
    names.push(here);
    nameWindow();
    return () => {
      names.splice(names.indexOf(here), 1);
      nameWindow();
    };
  }, [title, layer]);
}

let hasNavigated = false;

/** Moves the focus to the heading of a page after a navigation. */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasNavigated) heading.current?.focus({ preventScroll: true });
    hasNavigated = true;
  }, []);
  return heading;
}

interface SlateParts {
  /**
   * Buttons at the end of a phone's header on top-level pages, such as the notification bell. Subpages use the space
   * for their title and their own buttons.
   */
  tools: ReactNode;
  /** Attached to the lower edge of every header. */
  line: ReactNode;
}

/** The content that the app adds to the slate headers of a phone. */
export const PhoneHeaderActions = createContext<SlateParts>({ tools: null, line: null });

/** The content that the app shows under the header of every page of a phone, such as a banner. */
export const BelowHeader = createContext<ReactNode>(null);

interface PageTitleProps {
  title: string;
  /** Small text beside the title, such as a count. */
  beside?: ReactNode;
  /** A line under the title; hidden on a phone. */
  under?: ReactNode;
  /** The buttons of the page at its right edge. Hidden on a phone, which needs `phoneActions` or an action bar. */
  actions?: ReactNode;
  /** Icon buttons, 48 px, in the header of a phone: two at most, so that the title fits. */
  phoneActions?: ReactNode;
  /** A second row of the slate header of a phone: week strip, search field or tabs. */
  phoneRow?: ReactNode;
  /** Replaces the logo by a back arrow on a phone, and hides links to other pages. */
  back?: ReactNode;
  /** Shown before the title on a desktop, such as a back button. */
  before?: ReactNode;
}

/** The one h1 of a page: a line with its buttons on a desktop, the slate header on a phone. */
export function PageTitle(props: PageTitleProps) {
  const { title, beside, under, actions, phoneActions, phoneRow, back, before } = props;
  const heading = useHeadingFocus();
  const { tools, line } = use(PhoneHeaderActions);
  const ends = back === undefined ? tools : null;
  const underHeader = use(BelowHeader);
  useDocumentTitle(title);
  return (
    <>
      <header className={styles.header}>
        <div className={styles.bar}>
          <span className={styles.mark}>{back ?? <RidgelineLogo size={26} on="slate" />}</span>
          {before !== undefined && <span className={styles.before}>{before}</span>}
          <div className={styles.words}>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              {title}
            </h1>
            {under !== undefined && <p className={styles.under}>{under}</p>}
          </div>
          {beside !== undefined && <span className={styles.beside}>{beside}</span>}
          <span className="grow" />
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
          {(phoneActions !== undefined || ends !== null) && (
            <div className={styles.phoneActions}>
              {phoneActions}
              {ends}
            </div>
          )}
        </div>
        {phoneRow !== undefined && <div className={styles.phoneRow}>{phoneRow}</div>}
        {line}
      </header>
      {underHeader}
    </>
  );
}
