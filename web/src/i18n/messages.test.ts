import { expect, test } from 'vitest';

import en from '../../messages/en.json';
import es from '../../messages/es.json';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  eager: true,
  query: '?raw',
  import: 'default',
});

const gaps = (sentence: unknown) => [...new Set(JSON.stringify(sentence).match(/\{\w+\}/g) ?? [])].sort();

test('both languages say the same things, with the same gaps, in order', () => {
  expect(Object.keys(es)).toEqual(Object.keys(en));
  const [schema, ...keys] = Object.keys(en);
  expect(schema).toBe('$schema');
  expect(keys).toEqual([...keys].sort());
  const spanish: Record<string, unknown> = es;
  const uneven = Object.entries(en).filter(
    ([key, sentence]) => String(gaps(sentence)) !== String(gaps(spanish[key])),
  );
  expect(uneven).toEqual([]);
});

test('every sentence is said somewhere', () => {
  const all = Object.entries(sources)
    .filter(([file]) => !file.startsWith('../paraglide/'))
    .map(([, text]) => text)
    .join('\n');
  const silent = Object.keys(en).filter((key) => key !== '$schema' && !all.includes(`m.${key}(`));
  expect(silent).toEqual([]);
});
