/**
 * The fields of a form that differ from the saved values it was filled with. Only these are sent, because another user
 * may have changed the others meanwhile; the server compares with the `was` of a call in the same way.
 */
export function changedFields<T extends object>(fields: T, was: T | undefined): Partial<T> {
  if (was === undefined) return fields;
  const names = Object.keys(fields) as (keyof T)[];
  return Object.fromEntries(
    names.filter((name) => fields[name] !== was[name]).map((name) => [name, fields[name]]),
  ) as Partial<T>;
}

/** Normalizes a value as the server does: text is trimmed, and blank is null. */
export const blankToNull = (text: string): string | null => text.trim() || null;
