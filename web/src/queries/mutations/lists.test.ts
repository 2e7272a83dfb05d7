import { expect, test } from 'vitest';

import { applyChanges } from './lists';

interface Product {
  id: string;
  name: string;
}

const charcoal = { id: '1', name: 'Charcoal' };
const starter = { id: '2', name: 'Starter' };

test('what is deleted does not come back by an earlier or a later change of it', () => {
  const renamed = { id: charcoal.id, patch: { name: 'Slate' } };
  const deleted = { id: charcoal.id, patch: null };
  expect(applyChanges<Product>([charcoal, starter], [renamed, deleted])).toEqual([starter]);
  expect(applyChanges<Product>([charcoal, starter], [deleted, renamed])).toEqual([starter]);
});

test('a change that follows from what is there is made on the change before it', () => {
  const louder = { id: charcoal.id, patch: ({ name }: Product) => ({ name: `${name}!` }) };
  expect(applyChanges<Product>([charcoal, starter], [louder, louder])).toEqual([
    { ...charcoal, name: 'Charcoal!!' },
    starter,
  ]);
});
