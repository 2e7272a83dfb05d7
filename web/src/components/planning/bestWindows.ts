import type { AvailableDay, Span, Workdays } from '@bindings';
import { evaluate } from '@/wasm/rules';

/** The days ahead in which the rule looks for windows, the first one included. */
export const daysAhead = 28;

/**
 * The best windows of so many working days in the days ahead, by the domain's rule: free days first, then busy ones,
 * then those that nobody knows; never full ones or days off.
 */
export function bestWindows(
  from: string,
  workdays: number,
  days: readonly AvailableDay[],
  { weekdays, holidays }: Pick<Workdays, 'weekdays' | 'holidays'>,
): Span[] {
  const states = days.map(({ day, state }) => ({ day, state }));
  const input = { from, workdays, days: states, calendar: { weekdays, holidays } };
  const outcome = JSON.parse(evaluate('availability.windows', JSON.stringify(input))) as { value?: Span[] };
  return outcome.value ?? [];
}
