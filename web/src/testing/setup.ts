/**
 * Every test runs on the real rules, loaded from the bytes that the browser would fetch. Most files share one
 * environment: state outside of components and query caches is reset here after each test.
 */
import '@testing-library/jest-dom/vitest';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notifications } from '@mantine/notifications';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { reportAnswer } from '@/api/connectivity';
import { resetThrottle } from '@/api/throttle';
import { resetGeolocation } from '@/components/map/geolocation';
import { setLanguage } from '@/i18n';
import { enableReturnTo } from '@/queries/accounts/returnTo';
import { setConnectionState } from '@/queries/live/connectionState';
import { closePopups } from '@/ui/overlays/popups';
import { startRules } from '@/wasm/rules';

startRules(readFileSync(join(import.meta.dirname, '../../domain/domain_wasm_bg.wasm')));

// Two busy cores are slow; a test that waits longer is still the same test.
configure({ asyncUtilTimeout: 10_000 });

// Browser APIs that jsdom lacks and the component library needs.
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
// Textareas that grow with their text measure themselves again when a font has loaded.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

/** No live server answers: tests of the live connection bring their own. */
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
  resetThrottle();
  reportAnswer(true);
  onlineManager.setOnline(true);
  enableReturnTo();
  setConnectionState('none');
  resetGeolocation();
  setLanguage('english');
});
