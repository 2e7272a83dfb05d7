/** Idempotency keys: a call that is sent again with its key counts once. */
let last = 0;

/** A unique key (UUID v7). Keys sort in the order in which they were created. */
export function newIdempotencyKey(): string {
  last = Math.max(Date.now(), last + 1);
  const [first = 0, second = 0, ...rest] = crypto.getRandomValues(new Uint8Array(10));
  const bytes = [0x70 | (first & 0x0f), second, 0x80 | ((rest[0] ?? 0) & 0x3f), ...rest.slice(1)];
  const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const all = `${last.toString(16).padStart(12, '0')}${hex}`;
  return all.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Keys made from now on sort after this one, also if the clock was set back meanwhile. */
export function keepKeysAfter(key: string): void {
  const at = Number.parseInt(key.replaceAll('-', '').slice(0, 12), 16);
  if (at > last) last = at;
}
