import { expect, test } from 'vitest';
import { checkProduct } from '@/wasm/rules';
import { priceText, readPrice } from './price';

const isRefused = (unitCost: number) => checkProduct({ name: 'Felt', unitCost }, 'english').length > 0;

test('a price that a vendor may type is one that the server takes, and none is refused that it would take', () => {
  const prices = ['0', '0.01', '34', '34.5', '34.50', '34.500', '.5', '1234567.89', '9999999999.99'];
  for (const price of prices) {
    expect(readPrice(price), price).toBe(Number(price));
    expect(isRefused(Number(price)), price).toBe(false);
  }
  for (const price of ['-0.01', '0.001', '34.005', '1.005', '9999999999.991', '10000000000']) {
    expect(readPrice(price), price).toBeUndefined();
    expect(isRefused(Number(price)), price).toBe(true);
  }
  for (let cents = 1; cents < 1_000_000; cents = cents * 3 + 1)
    expect(readPrice((cents / 100).toFixed(2))).toBe(cents / 100);
});

test('an amount is read as crews in the US write it, and a decimal comma is not taken for thousands', () => {
  expect(['$34.50', '$ 1,234.50', ' 1,234,567 ', '34.'].map(readPrice)).toEqual([
    34.5, 1234.5, 1_234_567, 34,
  ]);
  expect(['34,50', '1,23,456', '12,345,6', 'soon', '3 4', '$', '.', '1e3'].map(readPrice)).toEqual(
    Array.from({ length: 8 }, () => undefined),
  );
  expect(['', '  '].map(readPrice)).toEqual([null, null]);
});

test('a stored price shows as it was typed', () => {
  expect([34, 34.5, 9_999_999_999.99, null].map(priceText)).toEqual(['34.00', '34.50', '9999999999.99', '']);
});
