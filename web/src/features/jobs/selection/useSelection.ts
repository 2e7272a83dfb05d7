import type { Job, JobId } from '@bindings';
import { useCallback, useMemo, useState } from 'react';

export interface Selection {
  /** Whether the user may select jobs. */
  enabled: boolean;
  /** The selected ones of the shown jobs. */
  ids: ReadonlySet<JobId>;
  /** All, some or none of the shown jobs. */
  state: 'all' | 'some' | 'none';
  toggle: (id: JobId) => void;
  toggleAll: () => void;
  clear: () => void;
}

const none: ReadonlySet<JobId> = new Set();

/** The selected jobs of a list. A job that the filters hide is no longer selected: nobody changes what they do not see. */
export function useSelection(shown: readonly Job[] | undefined, enabled: boolean): Selection {
  const [chosen, setChosen] = useState(none);
  const ids = useMemo(() => {
    if (chosen.size === 0 || !enabled) return none;
    return new Set((shown ?? []).filter(({ id }) => chosen.has(id)).map(({ id }) => id));
  }, [chosen, shown, enabled]);
  const toggle = useCallback(
    (id: JobId) =>
      setChosen((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setChosen(none), []);
  const count = shown?.length ?? 0;
  const state = ids.size === 0 ? 'none' : ids.size === count ? 'all' : 'some';
  const toggleAll = () => setChosen(state === 'all' ? none : new Set((shown ?? []).map(({ id }) => id)));
  return { enabled, ids, state, toggle, toggleAll, clear };
}
