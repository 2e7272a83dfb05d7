/**
 * A repeated call is delayed longer each time, and is refused in the end. The rule is the domain's, and the server
 * enforces it as well; this only stores the timestamps of the last minute.
 */
import { notice } from '@/i18n';
import { areRulesLoaded, loadRules, throttleNext } from '@/wasm/rules';

import { ApiFailure } from './failure';

const timestamps = new Map<string, number[]>();

const minute = 60_000;

function recent(key: string, now: number): number[] {
  for (const [other, times] of timestamps) {
    if (times.every((time) => now - time >= minute)) timestamps.delete(other);
  }
  return (timestamps.get(key) ?? []).filter((time) => now - time < minute);
}

/** Waits until the call with this `key` may be sent, or throws the duplicate-call refusal. */
export async function throttled(key: string): Promise<void> {
  if (!areRulesLoaded()) await loadRules();
  const now = Date.now();
  const earlier = recent(key, now);
  const wait = throttleNext(earlier, now);
  if (wait === null) throw new ApiFailure(429, 'duplicate_call_limit', notice('duplicateCallLimit'));
  timestamps.set(key, [...earlier, now + wait]);
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}

/** For tests: as if a minute had passed. */
export const resetThrottle = () => timestamps.clear();
