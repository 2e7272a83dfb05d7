import { Drawer } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';

import { useEscape, useGuardedClose, useReturnFocus } from './closing';
import { LeaveButton } from './LeaveButton';
import styles from './Overlay.module.css';
import { layers, useWindowTitle } from './PageTitle';
import { usePhone } from './phone';
import panel from './SidePanel.module.css';

interface SidePanelProps {
  title: string;
  /** A line under the title. */
  under?: ReactNode;
  onClose: () => void;
  dirty?: boolean;
  /** Only a double click on the backdrop closes it, not a single one. */
  byDoubleClick?: boolean;
  /** In px; 480 to 520 as drawn. */
  width?: number;
  /** The attributes of `useRulesForm`: body and footer become one form. */
  form?: ComponentProps<'form'>;
  /** The actions at the bottom; `close` is the guarded way out for a Cancel button. */
  footer?: (close: () => void) => ReactNode;
  children: ReactNode;
}

/** A panel at the right edge for forms and details; on a phone a page of its own. */
export function SidePanel({
  title,
  under,
  onClose,
  dirty = false,
  byDoubleClick = false,
  width = 480,
  form,
  footer,
  children,
}: SidePanelProps) {
  const close = useGuardedClose(dirty, onClose);
  useEscape(close);
  const full = usePhone();
  useReturnFocus();
  useWindowTitle(title, layers.panel);
  const inside = (
    <>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && <div className={styles.footer}>{footer(close)}</div>}
    </>
  );
  return (
    <Drawer.Root
      opened
      onClose={close}
      closeOnEscape={false}
      closeOnClickOutside={!byDoubleClick}
      position="right"
      size={full ? '100%' : width}
      returnFocus={false}
      zIndex={120}
      transitionProps={{ duration: 320 }}
    >
      <Drawer.Overlay
        backgroundOpacity={0.52}
        color="#0B1117"
        onDoubleClick={byDoubleClick ? close : undefined}
      />
      <Drawer.Content classNames={{ content: panel.content ?? '' }}>
        <div className={`${styles.header} ${panel.header}`}>
          <LeaveButton way="back" onClick={close} />
          <div className="grow">
            <Drawer.Title className={panel.title ?? ''}>{title}</Drawer.Title>
            {under !== undefined && <div className={styles.under}>{under}</div>}
          </div>
          <LeaveButton way="close" onClick={close} />
        </div>
        {form === undefined ? (
          inside
        ) : (
          <form {...form} className={panel.form}>
            {inside}
          </form>
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}
