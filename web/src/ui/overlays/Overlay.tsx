import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { footBar } from '@/ui/layout/footBars';
import { titleLayers, useDocumentTitle } from '@/ui/layout/PageTitle';
import { usePhone } from '@/ui/theme/usePhone';
import { CloseButton } from './CloseButton';
import styles from './Overlay.module.css';
import { useCloseOnEscape, useGuardedClose, useReturnFocus } from './unsavedForms';

interface OverlayProps {
  /** The heading, also the document title while the overlay is open. */
  title: string;
  /** The document title, if another page has the same heading. */
  windowName?: string;
  onClose: () => void;
  /** There is unsaved input: closing asks first. */
  dirty?: boolean;
  /**
   * A detail is open inside: Esc and a double click on the backdrop close that, a single click does nothing. Company
   * settings pass their own `onClose`.
   */
  closeDetail?: (() => void) | undefined;
  /** The greatest width in px. */
  size?: number;
  /** Shown before the title, such as a color bar. */
  before?: ReactNode;
  /** Keeps its height whatever the content, so that tabs do not move under the pointer. */
  steady?: boolean;
  /** Beside the title: number, status. */
  beside?: ReactNode;
  /** A line under the title. */
  under?: ReactNode;
  /** Buttons at the right of the header. */
  actions?: ReactNode;
  /** The type of the subject, above the title in the header of a phone, so that the title has a separate line. */
  kind?: string;
  /** Further actions, in a three-dot menu; on a phone, too. */
  menu?: ReactNode;
  /** A `RidgeTabs` list between header and body. */
  tabs?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/** A dialog over the page; on a phone it fills the screen, with a back arrow. */
export function Overlay({
  title,
  windowName = title,
  onClose,
  dirty = false,
  closeDetail,
  size = 1180,
  steady = false,
  before,
  beside,
  under,
  actions,
  kind,
  menu,
  tabs,
  footer,
  children,
}: OverlayProps) {
  const close = useGuardedClose(dirty, onClose);
  const closeInner = useGuardedClose(dirty, closeDetail ?? onClose);
  const byClick = closeDetail === undefined;
  useCloseOnEscape(closeInner);
  const full = usePhone();
  useReturnFocus();
  useDocumentTitle(windowName, titleLayers.dialog);
  return (
    <Modal.Root
      opened
      onClose={close}
      closeOnEscape={false}
      closeOnClickOutside={byClick}
      size={size}
      fullScreen={full}
      centered
      returnFocus={false}
      zIndex={100}
      transitionProps={{ transition: 'fade', duration: 200 }}
    >
      <Modal.Overlay
        backgroundOpacity={0.52}
        color="#0B1117"
        onDoubleClick={byClick ? undefined : closeInner}
      />
      <Modal.Content radius={full ? 0 : 10} classNames={{ content: styles.content ?? '' }} mod={{ steady }}>
        <div className={styles.header} data-slate data-kind={kind !== undefined || undefined}>
          <CloseButton way="back" onClick={close} />
          {kind !== undefined && <span className={styles.kind}>{kind}</span>}
          {before}
          <div className={`grow ${styles.words}`}>
            <div className={styles.line}>
              <Modal.Title className={styles.title ?? ''}>{title}</Modal.Title>
              {beside}
            </div>
            {under !== undefined && <div className={styles.under}>{under}</div>}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
          {menu}
          <CloseButton way="close" onClick={close} />
        </div>
        {tabs !== undefined && <div className={styles.tabs}>{tabs}</div>}
        <div className={styles.body}>{children}</div>
        {footer !== undefined && (
          <div ref={footBar} className={styles.footer}>
            {footer}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
