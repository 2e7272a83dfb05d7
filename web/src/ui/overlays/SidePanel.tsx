import { Drawer } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { footBar } from '@/ui/layout/footBars';
import { titleLayers, useDocumentTitle } from '@/ui/layout/PageTitle';
import { usePhone } from '@/ui/theme/usePhone';
import { CloseButton } from './CloseButton';
import styles from './Overlay.module.css';
import panel from './SidePanel.module.css';
import { useCloseOnEscape, useGuardedClose, useReturnFocus } from './unsavedForms';

interface SidePanelProps {
  title: string;
  /** A line under the title. */
  under?: ReactNode;
  onClose: () => void;
  dirty?: boolean;
  /** Only a double click on the backdrop closes it, not a single one. */
  byDoubleClick?: boolean;
  /** In px; 480 to 520 in the design. */
  width?: number;
  /** The attributes of `useRulesForm`: body and footer become one form. */
  form?: ComponentProps<'form'>;
  /** The actions at the bottom; `close` asks before unsaved input is lost, for a Cancel button. */
  footer?: (close: () => void) => ReactNode;
  children: ReactNode;
}

/** A panel at the right edge for forms and details; on a phone it fills the screen. */
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
  useCloseOnEscape(close);
  const full = usePhone();
  useReturnFocus();
  useDocumentTitle(title, titleLayers.panel);
  const inside = (
    <>
      <div className={styles.body}>{children}</div>
      {footer !== undefined && (
        <div ref={footBar} className={styles.footer}>
          {footer(close)}
        </div>
      )}
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
          <CloseButton way="back" onClick={close} />
          <div className="grow">
            <Drawer.Title className={panel.title ?? ''}>{title}</Drawer.Title>
            {under !== undefined && <div className={styles.under}>{under}</div>}
          </div>
          <CloseButton way="close" onClick={close} />
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
