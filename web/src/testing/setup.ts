/**
 * Every test runs on the real rules, started from the bytes that the browser would fetch. Most files share one world:
 * what the app keeps outside of its components and query caches is cleared here after each test.
 */
import '@testing-library/jest-dom/vitest';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notifications } from '@mantine/notifications';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { heard } from '@/api/reach';
import { forgetCalls } from '@/api/throttle';
import { setLanguage } from '@/i18n';
import { setStanding } from '@/session/liveState';
import { followPlace } from '@/session/returnPlace';
import { forgetWhereabouts } from '@/session/whereabouts';
import { closePopups } from '@/ui/popups';
import { startRules } from '@/wasm/rules';

startRules(readFileSync(join(import.meta.dirname, '../../domain/domain_wasm_bg.wasm')));

// Two busy cores are slow; a test that waits longer is still the same test.
configure({ asyncUtilTimeout: 10_000 });

// What jsdom leaves out and the component library asks for.
window.matchMedia = (query) =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }) satisfies MediaQueryList;

class StillObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.ResizeObserver = StillObserver;
Element.prototype.scrollIntoView = () => undefined;
// Texts that grow with what is typed measure themselves anew when a font has come.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

/** Nobody answers: a test that is about the live connection brings its own. */
class StillSocket extends EventTarget {
  readonly readyState = 0;
  close() {}
  send() {}
}
Object.assign(window, { WebSocket: StillSocket });

/** In ms. Whatever waits longer than that belongs to the test that began it, and would speak up in another one. */
const long = 10_000;
const waits = new Set<ReturnType<typeof setTimeout>>();
const begin = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...asked: Parameters<typeof begin>) => {
  const wait = begin(...asked);
  if (Number(asked[1]) >= long) waits.add(wait);
  return wait;
}, begin);

afterEach(() => {
  for (const wait of waits) clearTimeout(wait);
  waits.clear();
  closePopups();
  notifications.cleanQueue();
  notifications.clean();
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  forgetCalls();
  heard(true);
  onlineManager.setOnline(true);
  followPlace();
  setStanding('none');
  forgetWhereabouts();
  setLanguage('english');
});
