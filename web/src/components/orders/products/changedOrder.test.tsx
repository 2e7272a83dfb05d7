import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { newQueryClient } from '@/api/queryClient';
import { purchaseOrderKeys } from '@/queries/orders/purchaseOrders';
import { aJob } from '@/testing/aJob';
import { anItem, aPurchaseOrder, charcoal, dripEdge, priceList, starter } from '@/testing/aPurchaseOrder';
import { stubLayout } from '@/testing/layout';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { AssignProducts } from './AssignProducts';

const order = aPurchaseOrder();
const save = `/api/purchase_orders/updateOrderItems/${order.id}`;

beforeEach(stubLayout);

/** The panel, over a server whose answers may change. */
function open(answers: Record<string, unknown>) {
  const fetch = mockServer(answers);
  const queries = newQueryClient();
  queries.setQueryData(purchaseOrderKeys.one(order.id), order);
  const onClose = vi.fn();
  const panel = () => <AssignProducts order={order} job={aJob(2418)} onClose={onClose} />;
  return { fetch, onClose, ...renderIn(panel, { profile: signedIn(), queries }) };
}

const quantityOf = (name: string) => screen.findByRole('textbox', { name: `Quantity of ${name}` });

describe('the products of a purchase order', () => {
  it('that someone else changed meanwhile are shown beside the typed ones, which are saved on top', async () => {
    const now = aPurchaseOrder({ items: [anItem(charcoal, 90), anItem(dripEdge, 16)], version: 7 });
    const message = 'Someone else has changed this order since you opened it.';
    const server: Record<string, unknown> = {
      ...priceList,
      [`POST ${save}`]: refusal(409, 'changed', message, [], { order: now }),
    };
    const { user, fetch, onClose, queries } = open(server);
    await user.type(await quantityOf(starter.name), '3');
    await user.click(screen.getByRole('button', { name: 'Save products' }));
    const both = await screen.findByRole('region', { name: message });
    expect(within(both).getByRole('row', { name: `${charcoal.name} 90 –` })).toBeVisible();
    expect(within(both).getByRole('row', { name: `${starter.name} – 3` })).toBeVisible();
    expect(within(both).queryByRole('row', { name: /Drip edge/ })).toBeNull();
    expect(await quantityOf(starter.name)).toHaveValue('3');
    expect(await quantityOf(charcoal.name)).toHaveValue('90');
    expect(lastRequestTo(fetch, save)).toMatchObject({ version: order.version });
    expect(queries.getQueryData(purchaseOrderKeys.one(order.id))).toMatchObject({ version: 7 });

    server[`POST ${save}`] = { items: [...now.items, anItem(starter, 3)], version: 8 };
    await user.click(screen.getByRole('button', { name: 'Save my version' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(lastRequestTo(fetch, save)).toEqual({
      version: 7,
      items: [
        { productId: charcoal.id, quantity: 90, purchaseOrderId: order.id },
        { productId: dripEdge.id, quantity: 16, purchaseOrderId: order.id },
        { productId: starter.id, quantity: 3, purchaseOrderId: order.id },
      ],
    });
  });

  it('that someone else changed meanwhile can be loaded in place of the typed ones', async () => {
    const now = aPurchaseOrder({ items: [anItem(charcoal, 90)], version: 7 });
    const { user, onClose } = open({
      ...priceList,
      [`POST ${save}`]: refusal(409, 'changed', 'Changed.', [], { order: now }),
    });
    const amount = await quantityOf(charcoal.name);
    await user.clear(amount);
    await user.type(amount, '85');
    await user.click(screen.getByRole('button', { name: 'Save products' }));
    expect(await screen.findByRole('row', { name: `${charcoal.name} 90 85` })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard mine and show theirs' }));
    expect(await quantityOf(charcoal.name)).toHaveValue('90');
    expect(screen.queryByRole('region')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });
});
