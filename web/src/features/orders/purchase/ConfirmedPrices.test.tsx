import type { ConfirmedPrice } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { newQueryClient } from '@/api/queryClient';
import { type PriceList, productKeys } from '@/queries/products';
import { anItem, aPurchaseOrder, charcoal, dripEdge } from '@/testing/aPurchaseOrder';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { ConfirmedPrices } from './ConfirmedPrices';

const use = '/api/purchase_orders/prices';
const order = aPurchaseOrder({
  status: 'confirmed',
  items: [anItem(charcoal, 84, { confirmedCost: 41 }), anItem(dripEdge, 16, { confirmedCost: 12.5 })],
});
const list = `GET ${use}/${order.id}`;

const priceOf = ({ id, name, unitCost }: typeof charcoal, confirmedCost: number): ConfirmedPrice => ({
  productId: id,
  name,
  unitCost,
  confirmedCost,
});
const prices = [priceOf(charcoal, 41), priceOf(dripEdge, 12.5)];

const region = () =>
  screen.findByRole('region', { name: 'The vendor confirmed other prices for 2 products' });
const button = () => screen.getByRole('button', { name: 'Use these prices in the price list' });

it('the prices that the vendor confirmed are taken into the price list, except those that are left out', async () => {
  const fetch = mockServer({ [list]: { prices }, [`POST ${use}`]: { prices: [prices[1]] } });
  const queries = newQueryClient();
  queries.setQueryData<PriceList>(productKeys.all, { categories: [], products: [charcoal, dripEdge] });
  const { user } = renderIn(() => <ConfirmedPrices order={order} />, { profile: signedIn(), queries });
  const inside = within(await region());
  expect(inside.getAllByRole('checkbox', { checked: true })).toHaveLength(2);
  expect(inside.getByText('$38.75 → $41.00')).toBeVisible();
  await user.click(inside.getByRole('checkbox', { name: dripEdge.name }));
  await user.click(button());
  expect(await screen.findByText('The new prices are in the price list.')).toBeVisible();
  expect(lastRequestTo(fetch, use)).toEqual({ id: order.id, version: 3, productIds: [charcoal.id] });
  expect(queries.getQueryData<PriceList>(productKeys.all)?.products.map(({ unitCost }) => unitCost)).toEqual([
    41, 11.25,
  ]);
  expect(
    screen.getByRole('region', { name: 'The vendor confirmed another price for 1 product' }),
  ).toBeVisible();
  expect(screen.getByRole('checkbox', { name: dripEdge.name })).not.toBeChecked();
  expect(button()).toBeDisabled();
});

it('nothing is asked any more when the price list has all prices', async () => {
  mockServer({ [list]: { prices }, [`POST ${use}`]: { prices: [] } });
  const { user } = renderIn(() => <ConfirmedPrices order={order} />, { profile: signedIn() });
  await region();
  await user.click(button());
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
});

it('a failure keeps the choice', async () => {
  mockServer({ [list]: { prices }, [`POST ${use}`]: refusal(500, 'internal', 'inside') });
  const { user } = renderIn(() => <ConfirmedPrices order={order} />, { profile: signedIn() });
  const inside = within(await region());
  await user.click(inside.getByRole('checkbox', { name: charcoal.name }));
  await user.click(button());
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  expect(screen.getByRole('checkbox', { name: charcoal.name })).not.toBeChecked();
  expect(screen.getByRole('checkbox', { name: dripEdge.name })).toBeChecked();
  expect(button()).toBeEnabled();
});

it('who may not change the price list is asked nothing, and an order without stated prices asks nobody', async () => {
  const fetch = mockServer({ [list]: { prices } });
  renderIn(() => <ConfirmedPrices order={order} />, { profile: signedIn({ userType: 'member' }) });
  renderIn(() => <ConfirmedPrices order={aPurchaseOrder({ status: 'confirmed' })} />, {
    profile: signedIn(),
  });
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  expect(fetch).not.toHaveBeenCalled();
});
