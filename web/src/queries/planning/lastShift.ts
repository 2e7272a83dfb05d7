/** The last move of many jobs in this tab, as long as it can be undone. A reload does not forget it. */
import type { CompanyId, ShiftId } from '@bindings';
import { useEffect, useSyncExternalStore } from 'react';

/** How long the server takes a move back, in ms. */
const undoable = 15 * 60_000;

const storageKey = 'ridgeline.lastShift';

export interface LastShift {
  id: ShiftId;
  companyId: CompanyId;
  /** How many jobs it moved. */
  count: number;
  /** Until when it can be undone, in ms since 1970. */
  until: number;
}

const listeners = new Set<() => void>();

function write(text: string | null): void {
  if (text === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, text);
  for (const notify of listeners) notify();
}

export const rememberShift = (shift: Omit<LastShift, 'until'>): void =>
  write(JSON.stringify({ ...shift, until: Date.now() + undoable } satisfies LastShift));

export const forgetShift = (): void => write(null);

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

const parse = (text: string | null) => (text === null ? null : (JSON.parse(text) as LastShift));

/** The stored text while the move can be undone. */
function read(): string | null {
  const text = sessionStorage.getItem(storageKey);
  return (parse(text)?.until ?? 0) > Date.now() ? text : null;
}

/** The move that can still be undone; null if there is none. */
export function useLastShift(companyId: CompanyId): LastShift | null {
  const text = useSyncExternalStore(subscribe, read);
  const shift = parse(text);
  const until = shift?.until;
  useEffect(() => {
    if (until === undefined) return undefined;
    const timer = setTimeout(forgetShift, until - Date.now());
    return () => clearTimeout(timer);
  }, [until]);
  return shift?.companyId === companyId ? shift : null;
}
