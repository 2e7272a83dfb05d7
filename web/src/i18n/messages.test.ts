import { expect, test } from 'vitest';

import en from '../../messages/en.json';
import es from '../../messages/es.json';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

const params = (message: unknown) => [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].sort();

test('both languages have the same messages, with the same parameters, in order', () => {
  expect(Object.keys(es)).toEqual(Object.keys(en));
  const [schema, ...keys] = Object.keys(en);
  expect(schema).toBe('$schema');
  expect(keys).toEqual([...keys].sort());
  const spanish: Record<string, unknown> = es;
  const different = Object.entries(en).filter(
    ([key, message]) => String(params(message)) !== String(params(spanish[key])),
  );
  expect(different).toEqual([]);
});

test('every message is used somewhere', () => {
  const all = Object.entries(sources)
    .filter(([file]) => !file.startsWith('../paraglide/'))
    .map(([, text]) => text)
    .join('\n');
  const silent = Object.keys(en).filter((key) => key !== '$schema' && !all.includes(`m.${key}(`));
  expect(silent).toEqual([]);
});
