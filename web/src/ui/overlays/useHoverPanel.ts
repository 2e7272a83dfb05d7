import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';

/** The delays before a panel opens on hover, and closes when the pointer has left, in ms. */
const opens = 80;
const closes = 220;

/**
 * A panel that opens on hover, and by click, keyboard and touch. A click pins it: then it stays when the pointer
 * leaves; with `pressed` it starts pinned. `trigger` are the props of the button, `panel` those of the panel.
 */
export function useHoverPanel(pressed = false) {
  const [state, setState] = useState<'closed' | 'hovered' | 'pinned'>(pressed ? 'pinned' : 'closed');
  const [byKey, setByKey] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const settle = useCallback((next: 'closed' | 'hovered' | 'pinned') => {
    clearTimeout(timer.current);
    setState(next);
  }, []);
  const later = (ms: number, next: 'closed' | 'hovered') => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState((now) => (now === 'pinned' ? now : next)), ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);

  const close = useCallback(() => settle('closed'), [settle]);

  // Touch also sends hover events while the finger is down: it opens the panel by a tap only.
  const pointer = {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      if (state === 'closed') later(opens, 'hovered');
      else clearTimeout(timer.current);
    },
    onPointerLeave: ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') later(closes, 'closed');
    },
  };

  return {
    open: state !== 'closed',
    /** Opened by a key: the focus moves inside. */
    byKey,
    close,
    trigger: {
      ...pointer,
      'aria-expanded': state !== 'closed',
      'aria-haspopup': 'dialog' as const,
      onClick: ({ detail }: MouseEvent) => {
        // A click by Enter or Space has no pointer.
        setByKey(detail === 0);
        settle(state === 'pinned' ? 'closed' : 'pinned');
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Escape' || event.key === 'Tab') close();
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        setByKey(true);
        settle('pinned');
      },
    },
    panel: pointer,
  };
}
