/**
 * Repeating the same call waits longer each time, and is refused in the end. The rule is the domain's, and the server
 * enforces it as well; this only keeps the timestamps of the last minute.
 */
import { notice } from '@/i18n';
import { areRulesLoaded, loadRules, throttleNext } from '@/wasm/rules';

import { ApiFailure } from './failure';

const stamps = new Map<string, number[]>();

const minute = 60_000;

function recent(key: string, now: number): number[] {
  for (const [other, times] of stamps) {
    if (times.every((time) => now - time >= minute)) stamps.delete(other);
  }
  return (stamps.get(key) ?? []).filter((time) => now - time < minute);
}

/** Waits until the call named by `key` may go, or throws the duplicate-call refusal. */
export async function throttled(key: string): Promise<void> {
  if (!areRulesLoaded()) await loadRules();
  const now = Date.now();
  const earlier = recent(key, now);
  const wait = throttleNext(earlier, now);
  if (wait === null) throw new ApiFailure(429, 'duplicate_call_limit', notice('duplicateCallLimit'));
  stamps.set(key, [...earlier, now + wait]);
  if (wait > 0) await new Promise((go) => setTimeout(go, wait));
}

/** For tests: as if a minute had passed. */
export const resetThrottle = () => stamps.clear();
