/** A form that is validated by the domain's rules. The server applies the same rules again. */
import type { FieldError } from '@bindings';
import { type ChangeEvent, type FormEvent, startTransition, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { useLanguage } from '@/i18n';

import { popup } from '@/ui/overlays/popups';

export interface RulesFormOptions<T> {
  initial: T;
  /** The domain's rule for this form: the errors of all refused fields. */
  check: (values: T) => readonly FieldError[];
  /** Called with valid values, and with the saved values that the form was filled from. */
  submit: (values: T, was: T) => unknown;
  /** Handles a failure that belongs to no field. By default an 'Oops...' popup with the server's message. */
  onFailure?: (failure: ApiFailure) => void;
}

type Typed = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;

/** Focuses the first field, in the order of the page, that was refused. */
function focusFirst(form: HTMLFormElement, refused: readonly FieldError[]): void {
  const names = new Set(refused.map(({ field }) => field));
  for (const field of form.querySelectorAll<HTMLElement>('[data-field]')) {
    if (!names.has(field.dataset.field ?? '')) continue;
    field.focus();
    return;
  }
}

export function useRulesForm<T extends object>({ initial, check, submit, onFailure }: RulesFormOptions<T>) {
  type Name = keyof T & string;
  useLanguage();
  const [start, setStart] = useState(initial);
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly FieldError[]>([]);
  const sending = useRef(false);
  const latest = useRef(values);
  useEffect(() => {
    latest.current = values;
  });

  const problems = [...check(values), ...refused];

  /** Required fields are checked on submit, or once they were filled and emptied again. */
  const problem = (name: string): string | undefined => {
    const found = problems.find(({ field }) => field === name);
    if (found === undefined || tried) return found?.message;
    if (!left.has(name)) return undefined;
    return found.code !== 'required' || typed.has(name) ? found.message : undefined;
  };

  const set = <N extends Name>(name: N, value: T[N]) => {
    setRefused((errors) => errors.filter(({ field }) => field !== name));
    setTyped((names) => new Set(names).add(name));
    setValues((now) => ({ ...now, [name]: value }));
  };

  // A press elsewhere leaves the field first: what the press does is shown before the error of the field.
  const leave = (name: string) =>
    startTransition(() => setLeft((names) => (names.has(name) ? names : new Set(names).add(name))));

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (sending.current) return;
    setTried(true);
    setRefused([]);
    const wrong = check(values);
    if (wrong.length > 0) return focusFirst(form, wrong);
    sending.current = true;
    try {
      const sent = submit(values, start);
      // A form that waits for nothing is not busy, which saves rendering it twice.
      if (!(sent instanceof Promise)) return;
      setBusy(true);
      await sent;
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      setRefused(failure.fields);
      const shown = failure.fields.some(({ field }) => field in values);
      if (shown) focusFirst(form, failure.fields);
      else if (onFailure !== undefined) onFailure(failure);
      else void popup.oops(failure.message);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const reset = (from: T = start) => {
    setStart(from);
    setValues(from);
    setLeft(new Set());
    setTyped(new Set());
    setTried(false);
    setRefused([]);
  };

  const shared = (name: string) => ({ 'data-field': name, error: problem(name), onBlur: () => leave(name) });

  return {
    values,
    /** The values as they are now, for events of a part that was rendered before (`useFormPart`). */
    latest: () => latest.current,
    busy,
    set,
    /** Whether any field differs from its initial value. */
    dirty: JSON.stringify(values) !== JSON.stringify(start),
    /** The number of changed fields. */
    changes: Object.keys(values).filter(
      (name) => JSON.stringify(values[name as Name]) !== JSON.stringify(start[name as Name]),
    ).length,
    /** The errors of the last submit; empty before the first one. */
    refusals: tried ? problems : [],
    problem,
    /** The props of a text input, including its error. */
    field: (name: Name) => ({
      ...shared(name),
      name: name as string,
      value: String(values[name] ?? ''),
      onChange: (event: Typed) => set(name, event.target.value as T[Name]),
    }),
    /** The same for inputs whose `onChange` passes a value: Select, DateInput, SegmentedControl. */
    choice: <N extends Name>(name: N) => ({
      ...shared(name),
      value: values[name],
      onChange: (value: T[N] | null) => set(name, (value ?? initial[name]) as T[N]),
    }),
    /** The props of the form element. The browser's own validation is off, because the rules validate. */
    form: { onSubmit, noValidate: true, 'aria-busy': busy },
    /** Updates the saved values: untouched fields show them, edited ones stay. */
    follow: (saved: T) => {
      const typedIn = (name: Name) => JSON.stringify(values[name]) !== JSON.stringify(start[name]);
      const edited = (Object.keys(values) as Name[]).filter(typedIn).map((name) => [name, values[name]]);
      setStart(saved);
      setValues({ ...saved, ...Object.fromEntries(edited) });
    },
    /** Resets the form, to new values if given (for instance those just saved). */
    reset,
    /** The values that were sent are stored. A form that was edited since keeps what was typed. */
    markSaved: (sent: T) => {
      if (JSON.stringify(latest.current) === JSON.stringify(sent)) reset(sent);
      else setStart(sent);
    },
  };
}

export type RulesForm<T extends object> = ReturnType<typeof useRulesForm<T>>;
