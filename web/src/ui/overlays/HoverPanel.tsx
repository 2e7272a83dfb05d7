import { Popover } from '@mantine/core';
import type { KeyboardEventHandler, ReactElement, ReactNode, Ref } from 'react';

import styles from './HoverPanel.module.css';
import type { useHoverPanel } from './useHoverPanel';

interface HoverPanelProps {
  /** The accessible name. */
  label: string;
  /** In px. */
  width: number;
  hover: Pick<ReturnType<typeof useHoverPanel>, 'open' | 'close' | 'panel'>;
  /** The button under which it opens. */
  button: ReactElement;
  ref: Ref<HTMLDivElement>;
  onKeyDown: KeyboardEventHandler;
  children: ReactNode;
}

/** A panel under a button of the top bar; `useHoverPanel` controls when it is open. */
export const HoverPanel = ({ label, width, hover, button, ref, onKeyDown, children }: HoverPanelProps) => (
  <Popover
    opened={hover.open}
    onDismiss={hover.close}
    closeOnEscape={false}
    position="bottom-end"
    width={width}
    offset={10}
    zIndex={80}
    withinPortal={false}
    withRoles={false}
    transitionProps={{ duration: 200 }}
  >
    <Popover.Target>{button}</Popover.Target>
    <Popover.Dropdown
      ref={ref}
      className={styles.panel ?? ''}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      {...hover.panel}
    >
      <span className={styles.peak} aria-hidden />
      {children}
    </Popover.Dropdown>
  </Popover>
);
