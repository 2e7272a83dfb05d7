/**
 * Every test uses the real rules, loaded from the bytes that the browser would fetch. Most files share one environment:
 * state outside of components and query caches is reset here after each test.
 */
import '@testing-library/jest-dom/vitest';

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { notifications } from '@mantine/notifications';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { reportReachable } from '@/api/connectivity';
import { resetThrottle } from '@/api/throttle';
import { resetGeolocation } from '@/components/map/geolocation';
import { setLanguage } from '@/i18n';
import { enableReturnTo } from '@/queries/accounts/returnTo';
import { setConnectionState } from '@/queries/live/connectionState';
import { closePopups } from '@/ui/overlays/popups';
import { startImportRules } from '@/wasm/importRules';
import { startRules } from '@/wasm/rules';

const rules = (name: string) => readFileSync(join(import.meta.dirname, '../../domain', name));

startRules(rules('domain_wasm_bg.wasm'));
startImportRules(rules('import_sheet_bg.wasm'));

// Long timeouts, because tests may run on a slow machine.
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
// Autosizing textareas measure again when a font has loaded.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });

/** There is no live server: tests of the live connection mock their own. */
class StillSocket extends EventTarget {
  readonly readyState = 0;
  close() {}
  send() {}
}
Object.assign(window, { WebSocket: StillSocket });

/** In ms. Longer timers are cleared after the test, because they would fire in another one. */
const long = 10_000;
const longTimers = new Set<ReturnType<typeof setTimeout>>();
const originalSetTimeout = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...args: Parameters<typeof originalSetTimeout>) => {
  const timer = originalSetTimeout(...args);
  if (Number(args[1]) >= long) longTimers.add(timer);
  return timer;
}, originalSetTimeout);

afterEach(() => {
  for (const timer of longTimers) clearTimeout(timer);
  longTimers.clear();
  closePopups();
  notifications.cleanQueue();
  notifications.clean();
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  resetThrottle();
  reportReachable(true);
  onlineManager.setOnline(true);
  enableReturnTo();
  setConnectionState('none');
  resetGeolocation();
  setLanguage('english');
});
