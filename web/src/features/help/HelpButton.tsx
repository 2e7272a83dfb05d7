import { IconHelp } from '@tabler/icons-react';
import { type KeyboardEvent, Suspense, useEffect, useRef } from 'react';
import { m } from '@/i18n';
import { TopBarButton } from '@/ui/layout/TopBarButton';
import { lazyPart } from '@/ui/loading/lazyPart';
import { HoverPanel } from '@/ui/overlays/HoverPanel';
import { useHoverPanel } from '@/ui/overlays/useHoverPanel';

const linksOf = (panel: HTMLElement | null) => Array.from(panel?.querySelectorAll('a') ?? []);

// Every page has the button but few users press it, so its panel is lazy.
const RelatedTopics = lazyPart(async () => (await import('./RelatedTopics')).RelatedTopics);

/** The help button of the top bar: the topics about the current page, without leaving it. */
export function HelpButton() {
  const hover = useHoverPanel();
  const { open, byKey, close } = hover;
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
    // With Tab the user has left the panel, so the focus is not moved.
    if (event.key === 'Tab') return close();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const links = linksOf(dropdown.current);
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };

  return (
    <HoverPanel
      ref={dropdown}
      label={m.help_thisPage()}
      width={320}
      hover={hover}
      button={
        <TopBarButton ref={button} aria-label={m.shell_help()} {...hover.trigger}>
          <IconHelp size={20} stroke={1.8} aria-hidden />
        </TopBarButton>
      }
      onKeyDown={onKeyDown}
    >
      <Suspense>
        <RelatedTopics focused={byKey} onLeave={close} />
      </Suspense>
    </HoverPanel>
  );
}
