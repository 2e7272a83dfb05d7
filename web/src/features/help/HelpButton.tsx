import { Popover } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef } from 'react';
import { m } from '@/i18n';
import { useHoverPanel } from '@/ui/overlays/useHoverPanel';

import styles from './HelpButton.module.css';

const linksOf = (panel: HTMLElement | null) => Array.from(panel?.querySelectorAll('a') ?? []);

// Every page has the button, few people press it: what it opens is fetched then.
const RelatedTopics = lazy(async () => ({ default: (await import('./RelatedTopics')).RelatedTopics }));

/** The help button of the top bar: the topics about the current page, without leaving it. */
export function HelpButton() {
  const { open, byKey, close, openByKey, trigger, panel } = useHoverPanel();
  const button = useRef<HTMLButtonElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (open && byKey) dropdown.current?.focus();
  }, [open, byKey]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close();
      button.current?.focus({ preventScroll: true });
      return;
    }
    // A user who tabs on has left the panel: the focus is not moved.
    if (event.key === 'Tab') return close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const links = linksOf(dropdown.current);
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };

  return (
    <Popover
      opened={open}
      onDismiss={close}
      closeOnEscape={false}
      position="bottom-end"
      width={320}
      offset={10}
      zIndex={80}
      withinPortal={false}
      withRoles={false}
      transitionProps={{ duration: 200 }}
    >
      <Popover.Target>
        <button
          ref={button}
          type="button"
          className={styles.button}
          aria-label={m.shell_help()}
          {...trigger}
          onKeyDown={(event) => {
            if (event.key === 'Escape' || event.key === 'Tab') close();
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            openByKey();
          }}
        >
          <IconHelp size={20} stroke={1.8} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown
        ref={dropdown}
        className={styles.panel ?? ''}
        role="dialog"
        aria-label={m.help_thisPage()}
        tabIndex={-1}
        onKeyDown={onKeyDown}
        {...panel}
      >
        <span className={styles.peak} aria-hidden />
        <Suspense>
          <RelatedTopics focused={byKey} onLeave={close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
