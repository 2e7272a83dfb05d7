import type { PurchaseOrder } from '@bindings';
import { screen, waitFor } from '@testing-library/react';
import { type ReactNode, useEffect } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newQueryClient } from '@/api/queryClient';
import { purchaseOrderKeys, usePurchaseOrder } from '@/queries/orders/purchaseOrders';
import { aJob, jobId } from '@/testing/aJob';
import {
  anItem,
  aProduct,
  aPurchaseOrder,
  charcoal,
  dripEdge,
  priceList,
  shingles,
  starter,
} from '@/testing/aPurchaseOrder';
import { stubLayout } from '@/testing/layout';
import { held } from '@/testing/liveHook';
import { aCompany, lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { AssignProducts } from './AssignProducts';

const job = aJob(2418, {
  title: 'Whitaker re-roof',
  reports: [{ id: jobId(1), measurement: 'square', amount: 28.5, jobId: jobId(2418) }],
});
const order = aPurchaseOrder();
const save = `/api/purchase_orders/updateOrderItems/${order.id}`;

beforeEach(stubLayout);

function open(answers: Record<string, unknown> = {}, on: PurchaseOrder = order, beside: ReactNode = null) {
  const fetch = mockServer({ ...priceList, ...answers });
  const queries = newQueryClient();
  queries.setQueryData(purchaseOrderKeys.one(on.id), on);
  const onClose = vi.fn();
  const screens = () => (
    <>
      {beside}
      <AssignProducts order={on} job={job} onClose={onClose} />
    </>
  );
  const shown = renderIn(screens, { profile: signedIn(), queries });
  return { fetch, onClose, ...shown };
}

/** The order behind the panel; `seen` collects every total that it shows. */
function OrderBehind({ seen }: { seen: number[] }) {
  const total = usePurchaseOrder(order.id).data?.total;
  useEffect(() => {
    if (total !== undefined) seen.push(total);
  }, [total, seen]);
  return null;
}

const quantityOf = (name: string) => screen.findByRole('textbox', { name: `Quantity of ${name}` });
const total = () => screen.getByRole('status', { name: 'Running total' });
const calls = (fetch: ReturnType<typeof mockServer>, path: string) =>
  fetch.mock.calls.filter(([called]) => called === path).length;

describe('the products of a purchase order', () => {
  it('add up to the cent while quantities are typed', async () => {
    const { user } = open();
    expect(await quantityOf(charcoal.name)).toHaveValue('84');
    expect(total()).toHaveTextContent('$3,435.00');
    // 52.40 × 0.105 = 5.502
    await user.type(await quantityOf(starter.name), '0.105');
    expect(screen.getByText('$5.50')).toBeVisible();
    expect(total()).toHaveTextContent('$3,440.50');
    await user.click(screen.getByRole('button', { name: `More of ${dripEdge.name}` }));
    expect(total()).toHaveTextContent('$3,451.75');
    await user.click(screen.getByRole('button', { name: `Less of ${dripEdge.name}` }));
    expect(total()).toHaveTextContent('$3,440.50');
  });

  it('are saved in one call, without those set to zero, and the panel closes', async () => {
    const items = [anItem(dripEdge, 16), anItem(starter, 3)];
    const { user, fetch, onClose, queries } = open({ [`POST ${save}`]: { items, version: 4 } });
    await user.clear(await quantityOf(charcoal.name));
    await user.type(await quantityOf(starter.name), '3');
    await user.click(screen.getByRole('button', { name: 'Save products' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(lastRequestTo(fetch, save)).toEqual({
      version: order.version,
      items: [
        { productId: dripEdge.id, quantity: 16, purchaseOrderId: order.id },
        { productId: starter.id, quantity: 3, purchaseOrderId: order.id },
      ],
    });
    expect(calls(fetch, save)).toBe(1);
    expect(queries.getQueryData<PurchaseOrder>(purchaseOrderKeys.one(order.id))).toMatchObject({
      items,
      version: 4,
      total: 337.2,
    });
  });

  it('show on the order at once; a failed save reverts the order and keeps the typed quantities', async () => {
    const seen: number[] = [];
    const { user, onClose } = open({}, order, <OrderBehind seen={seen} />);
    const answer = held(refusal(500, 'internal', 'inside'));
    await user.type(await quantityOf(starter.name), '2');
    await user.click(screen.getByRole('button', { name: 'Save products' }));
    await waitFor(() => expect(seen).toEqual([3435, 3539.8]));
    await answer();
    expect(await screen.findByText('There was an issue updating this purchase order.')).toBeVisible();
    expect(seen).toEqual([3435, 3539.8, 3435]);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(await quantityOf(starter.name)).toHaveValue('2');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('keep the name and the cost from the order, also when the product was changed or deleted', async () => {
    const deleted = aProduct(9, { name: 'Step flashing, box of 100', unitCost: 48 });
    const orderWithCopies = aPurchaseOrder({
      items: [
        anItem(charcoal, 1, { unitCost: 30, productName: 'Charcoal, old wrapper' }),
        anItem(deleted, 2),
      ],
    });
    const { user, fetch, onClose } = open(
      { [`POST ${save}`]: { items: orderWithCopies.items, version: 4 } },
      orderWithCopies,
    );
    expect(await quantityOf('Charcoal, old wrapper')).toHaveValue('1');
    expect(await quantityOf(deleted.name)).toHaveValue('2');
    expect(screen.getByText(/no longer in your price list/)).toBeVisible();
    expect(total()).toHaveTextContent('$126.00');
    await user.type(await quantityOf(dripEdge.name), '4');
    await user.click(screen.getByRole('button', { name: 'Save products' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(lastRequestTo(fetch, save)).toMatchObject({ items: { length: 3 } });
  });

  it('show an error at the row for a quantity beyond the limit, and send nothing', async () => {
    const { user, fetch } = open();
    await user.type(await quantityOf(starter.name), '99999999');
    expect(await quantityOf(starter.name)).toBeInvalid();
    expect(await quantityOf(starter.name)).toHaveAccessibleDescription(/9,999,999\.999/);
    expect(total()).toHaveTextContent('$3,435.00');
    // A search must not hide a refused row.
    await user.type(screen.getByRole('searchbox', { name: 'Find a product' }), 'drip');
    await waitFor(() => expect(screen.queryByText(starter.name)).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Save products' }));
    await waitFor(async () => expect(await quantityOf(starter.name)).toHaveFocus());
    expect(calls(fetch, save)).toBe(0);
  });

  it('are not discarded by Esc without a confirmation', async () => {
    const { user, onClose } = open();
    await user.type(await quantityOf(starter.name), '2{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Discard your changes?');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('close without a confirmation or a call while nothing was changed', async () => {
    const { user, fetch, onClose } = open();
    await user.type(await quantityOf(starter.name), '0');
    await user.click(screen.getByRole('button', { name: 'Save products' }));
    expect(onClose).toHaveBeenCalled();
    expect(calls(fetch, save)).toBe(0);
  });

  it('are found by words of their name and category, ignoring accents', async () => {
    const { user } = open();
    await quantityOf(charcoal.name);
    const search = screen.getByRole('searchbox', { name: 'Find a product' });
    await user.type(search, 'métal drip');
    await waitFor(() => expect(screen.queryByText(charcoal.name)).toBeNull());
    expect(screen.getByText(dripEdge.name)).toBeVisible();
    await user.type(search, ' gravel');
    await user.click(await screen.findByRole('button', { name: 'Clear search' }));
    expect(await quantityOf(charcoal.name)).toBeVisible();
    // Rows hidden by a search still count.
    expect(total()).toHaveTextContent('$3,435.00');
  });

  it('render only the visible rows of hundreds', async () => {
    const many = Array.from({ length: 300 }, (_, at) => aProduct(100 + at, { name: `Shingle ${at}` }));
    open({
      [`GET /api/products/categories/${aCompany.id}`]: { categories: [shingles] },
      [`GET /api/products/products/${aCompany.id}`]: { products: many },
    });
    await quantityOf('Shingle 0');
    expect(screen.getAllByRole('textbox').length).toBeLessThan(40);
  });

  it('fill the quantity of a product from the job’s measurements plus 10 % waste', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Fill from measurements' }));
    await user.click(screen.getByRole('combobox', { name: 'Product' }));
    await user.click(await screen.findByRole('option', { name: starter.name }));
    await user.click(screen.getByRole('button', { name: 'Set quantity' }));
    expect(await quantityOf(starter.name)).toHaveValue('31.35');
    // 31.35 × 52.40 = 1,642.74
    expect(total()).toHaveTextContent('$5,077.74');
  });

  it('link to the price list while it is empty', async () => {
    const nothing = {
      [`GET /api/products/categories/${aCompany.id}`]: { categories: [] },
      [`GET /api/products/products/${aCompany.id}`]: { products: [] },
    };
    open(nothing, aPurchaseOrder({ items: [] }));
    expect(await screen.findByRole('link', { name: 'Create products' })).toHaveAttribute(
      'href',
      '/app/jobs/products',
    );
  });

  it('show that they could not be fetched, and can be fetched again', async () => {
    open({ [`GET /api/products/products/${aCompany.id}`]: refusal(403, 'forbidden', 'Unauthorized') });
    expect(await screen.findByText('Unauthorized')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
