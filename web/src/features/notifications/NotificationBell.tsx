import { type KeyboardEvent, Suspense, useCallback, useEffect, useRef } from 'react';
import { m } from '@/i18n';
import { lazyPart } from '@/ui/loading/lazyPart';
import { HoverPanel } from '@/ui/overlays/HoverPanel';
import { useHoverPanel } from '@/ui/overlays/useHoverPanel';
import { BellButton } from './BellButton';
import styles from './Notifications.module.css';

// Every page has the bell, so its panel is lazy.
const NotificationPanel = lazyPart(async () => (await import('./NotificationPanel')).NotificationPanel);

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The rows of the panel for keyboard navigation. */
const rowsOf = (panel: HTMLElement | null): HTMLElement[] =>
  Array.from(panel?.querySelectorAll<HTMLElement>('[data-notification]') ?? []);

/**
 * The bell with the notifications, in the top bar and in the header of a phone. `pressed`: the user pressed its
 * fallback while this was loading, so it starts open.
 */
export function NotificationBell({ pressed = false }: { pressed?: boolean }) {
  const hover = useHoverPanel(pressed);
  const { open, byKey, close } = hover;
  const bell = useRef<HTMLButtonElement>(null);
  const dropdown = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (open && byKey) (rowsOf(dropdown.current)[0] ?? dropdown.current)?.focus();
  }, [open, byKey]);
  const onDrawn = useCallback(() => {
    // Only if the focus has not moved on meanwhile.
    if (document.activeElement === dropdown.current) rowsOf(dropdown.current)[0]?.focus();
  }, []);

  const leave = () => {
    close();
    bell.current?.focus({ preventScroll: true });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return leave();
    // With Tab the user has left the panel, so the focus is not moved.
    if (event.key === 'Tab') return close();
    const rows = rowsOf(dropdown.current);
    const next = steps[event.key]?.(rows.indexOf(document.activeElement as HTMLElement), rows.length);
    if (next === undefined) return;
    event.preventDefault();
    rows[next]?.focus();
  };

  return (
    <HoverPanel
      ref={dropdown}
      label={m.notices_title()}
      width={420}
      hover={hover}
      button={<BellButton ref={bell} {...hover.trigger} />}
      onKeyDown={onKeyDown}
    >
      <Suspense fallback={<p className={styles.none}>{m.common_loading()}</p>}>
        <NotificationPanel onLeave={close} onDrawn={onDrawn} />
      </Suspense>
    </HoverPanel>
  );
}
