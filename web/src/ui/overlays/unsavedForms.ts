import { useCallback, useEffect, useRef } from 'react';
import { m } from '@/i18n';

import { confirm, waitingPopups } from './popups';

/** The number of open forms with unsaved input. */
let unsaved = 0;
const listeners = new Set<() => void>();
const discardListeners = new Set<() => void>();

/** Chromium asks before links such as `tel:` as well, which leave no page. Until when such a press may be asked about. */
let callsUntil = 0;

function noteCall(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (link instanceof HTMLAnchorElement && !/^https?:$/.test(link.protocol))
    callsUntil = performance.now() + 1_000;
}

/** The browser asks before the page is reloaded or closed. */
function askBeforeUnload(event: BeforeUnloadEvent): void {
  if (performance.now() > callsUntil) event.preventDefault();
}

function countUnsaved(by: 1 | -1): void {
  unsaved += by;
  if (unsaved > 0) {
    window.addEventListener('beforeunload', askBeforeUnload);
    window.addEventListener('click', noteCall, { capture: true });
  } else {
    window.removeEventListener('beforeunload', askBeforeUnload);
    window.removeEventListener('click', noteCall, { capture: true });
  }
  for (const listener of listeners) listener();
}

/** Whether a form has unsaved input. */
export const unsavedInput = {
  read: () => unsaved > 0,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Called when the user has agreed to discard what was typed. Returns the function that ends it. */
export function onDiscard(listener: () => void): () => void {
  discardListeners.add(listener);
  return () => discardListeners.delete(listener);
}

/** Whether the question is open. */
export const isAskingToDiscard = (): boolean =>
  waitingPopups.read().some(({ title }) => title === m.common_discardTitle());

async function askToDiscard(): Promise<boolean> {
  const discard = await confirm({
    title: m.common_discardTitle(),
    body: m.common_discardBody(),
    confirmLabel: m.common_discard(),
    cancelLabel: m.common_keepEditing(),
  });
  if (discard) for (const listener of discardListeners) listener();
  return discard;
}

/** Asks before unsaved input of an open form is discarded. Returns whether to continue. */
export const confirmDiscard = async (): Promise<boolean> => unsaved === 0 || (await askToDiscard());

/** Counts a form whose input is not saved: Back, a reload and a notification ask before they leave it. */
export function useUnsavedInput(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return;
    countUnsaved(1);
    return () => countUnsaved(-1);
  }, [dirty]);
}

/** Closes at once, or after 'Discard your changes?' when something was typed. */
export function useGuardedClose(dirty: boolean, onClose: () => void): () => void {
  useUnsavedInput(dirty);
  return useCallback(() => {
    if (isAskingToDiscard()) return;
    if (!dirty) return onClose();
    void askToDiscard().then((discard) => {
      if (discard) onClose();
    });
  }, [dirty, onClose]);
}

/** The open layers, topmost last. */
const open: { close: () => void }[] = [];

function onEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return;
  // An open dropdown or a popup handles this Esc itself, and marks its element.
  const from = event.target instanceof Element ? event.target : null;
  if (from?.getAttribute('data-mantine-stop-propagation') === 'true') return;
  open.at(-1)?.close();
}

/** Esc closes only the topmost layer: a side panel over a dialog, then the dialog. */
export function useCloseOnEscape(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  }, [close]);
  useEffect(() => {
    const here = { close: () => latest.current() };
    if (open.push(here) === 1) window.addEventListener('keydown', onEscape, { capture: true });
    return () => {
      open.splice(open.indexOf(here), 1);
      if (open.length === 0) window.removeEventListener('keydown', onEscape, { capture: true });
    };
  }, []);
}

/** True if no element has the focus, because the focused one was removed. */
const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/**
 * Returns the focus to the element that opened an overlay, also when a navigation closes it. An element that was
 * focused meanwhile keeps it: a popup with the result, or the next overlay.
 */
export function useReturnFocus(): void {
  const opener = useRef(document.activeElement);
  useEffect(() => {
    const from = opener.current;
    return () => {
      if (from instanceof HTMLElement && from !== document.body && from.isConnected)
        requestAnimationFrame(() => {
          if (isFocusLost()) from.focus({ preventScroll: true });
        });
    };
  }, []);
}

/** Returns the focus after a popup: to the previous element, or if that was removed, to the topmost overlay. */
export function returnFocus(from: Element | null): void {
  const overlay = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
  const to = from instanceof HTMLElement && from !== document.body && from.isConnected ? from : overlay;
  to?.focus({ preventScroll: true });
}
