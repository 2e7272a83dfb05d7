import type { JobId } from '@bindings';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { useSeenWeather } from '@/components/planning/weather/useSeenWeather';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { rememberShift } from '@/queries/planning/lastShift';
import { type ShiftTerms, useShift, useShiftPlan } from '@/queries/planning/shift';
import { popup } from '@/ui/overlays/popups';
import type { ShiftAddress } from './shiftAddress';
import { type Adjustment, type Adjustments, type ShiftValues, termsOf } from './shiftTerms';

/** How long typing may go on before the server is asked again, in ms. */
const pause = 250;

const nothingAdjusted: Adjustments = new Map();

/** The form of a move, with what would move by it now. */
export function useShiftForm({ initial, jobs, adjusted: given }: ShiftAddress, onSent: () => void) {
  const { company, may } = useSession();
  const send = useShift();
  const { addSeen } = useSeenWeather();
  const [adjusted, setAdjusted] = useState(given);
  /** What would move is not what was shown when it was sent. */
  const [changed, setChanged] = useState(false);

  const form = useRulesForm<ShiftValues>({
    initial,
    // The server checks the fields with every preview.
    check: () => [],
    submit: async ({ reason, day }) => {
      if (terms === null || plan.data === undefined || !isCurrent) return;
      const { shiftId, moves } = await send(terms, plan.data, reason);
      rememberShift({ id: shiftId, companyId: company.id, count: moves.length });
      // Jobs that began earlier still run on the day: nothing more is to be said of its weather.
      addSeen(day);
      onSent();
    },
    onFailure: (failure) => {
      if (failure.code === 'changed') setChanged(true);
      else void popup.oops(failure.message);
    },
  });
  const terms = termsOf(form.values, jobs, adjusted);
  const written = JSON.stringify(terms);
  const [asked] = useDebouncedValue(written, pause);
  const plan = useShiftPlan(may('jobs.schedule') ? (JSON.parse(asked) as ShiftTerms | null) : null);
  const isCurrent = asked === written && plan.isSuccess && !plan.isPlaceholderData;
  const refusals = plan.error instanceof ApiFailure && asked === written ? plan.error.fields : [];

  return {
    form,
    plan,
    adjusted,
    /** Whether something was said of single jobs. */
    isAdjusted: adjusted.size !== given.size || [...adjusted].some(([id, each]) => given.get(id) !== each),
    changed,
    /** The error of a field, of the preview or of the sending. */
    problem: (name: keyof ShiftValues) =>
      form.problem(name) ?? refusals.find(({ field }) => field === name)?.message,
    /** Whether what is shown answers to what the form says. */
    isCurrent,
    /** Sets a field. Other jobs or other days make what was said of single ones meaningless. */
    set: <N extends keyof ShiftValues>(name: N, value: ShiftValues[N]) => {
      form.set(name, value);
      setChanged(false);
      if (name !== 'reason' && name !== 'withFollowing') setAdjusted(nothingAdjusted);
    },
    /** Changes or leaves out a single job; null takes that back. */
    adjust: (id: JobId, adjustment: Adjustment | null) => {
      setChanged(false);
      setAdjusted((before) => {
        const next = new Map(before);
        const chosen = adjustment ?? given.get(id);
        if (chosen === undefined) next.delete(id);
        else next.set(id, chosen);
        return next;
      });
    },
    /** Takes back everything that was said of single jobs. */
    resetAdjusted: () => setAdjusted(given),
    /** Why nothing can be sent now; null if it can. */
    whyNot: plan.data?.moves.length === 0 && isCurrent ? m.shift_nothing() : null,
  };
}

export type ShiftFormState = ReturnType<typeof useShiftForm>;
