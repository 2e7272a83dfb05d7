/**
 * The fields of a form that differ from what was saved when it was filled in. The rest is left alone, for somebody else
 * may have changed it meanwhile: the server does the same with the `was` of a call.
 */
export function touched<T extends object>(fields: T, was: T | undefined): Partial<T> {
  if (was === undefined) return fields;
  const names = Object.keys(fields) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => fields[name] !== was[name]).map((name) => [name, fields[name]]),
  ) as Partial<T>;
}

/** As an answer of the server would say it: a text is trimmed, and blank is nothing. */
export const orNull = (text: string): string | null => text.trim() || null;
