import { expect, test } from 'vitest';

import { applyChanges } from './lists';

interface Product {
  id: string;
  name: string;
}

const charcoal = { id: '1', name: 'Charcoal' };
const starter = { id: '2', name: 'Starter' };

test('a deleted item does not reappear by an earlier or later change of it', () => {
  const renamed = { id: charcoal.id, patch: { name: 'Slate' } };
  const deleted = { id: charcoal.id, patch: null };
  expect(applyChanges<Product>([charcoal, starter], [renamed, deleted])).toEqual([starter]);
  expect(applyChanges<Product>([charcoal, starter], [deleted, renamed])).toEqual([starter]);
});

test('a change that depends on the current value is applied to the result of the previous change', () => {
  const appendMark = { id: charcoal.id, patch: ({ name }: Product) => ({ name: `${name}!` }) };
  expect(applyChanges<Product>([charcoal, starter], [appendMark, appendMark])).toEqual([
    { ...charcoal, name: 'Charcoal!!' },
    starter,
  ]);
});
