import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { aPurchaseOrder } from '@/testing/aPurchaseOrder';
import { lastRequestTo, mockServer, renderIn, signedIn } from '@/testing/render';

import { OrderProgress } from './OrderProgress';

const sent = aPurchaseOrder({ status: 'sent' });

it('an order that was confirmed by phone takes the day of its delivery', async () => {
  const status = '/api/purchase_orders/status';
  const confirmed = { ...sent, status: 'confirmed', expectedOn: '2026-06-15', version: 4 };
  const fetch = mockServer({ [`POST ${status}`]: { order: confirmed } });
  const { user } = renderIn(() => <OrderProgress order={sent} />, { profile: signedIn() });
  await user.click(screen.getByRole('button', { name: 'More steps' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as confirmed' }));
  const panel = await screen.findByRole('dialog', { name: 'Mark as confirmed' });
  await user.type(within(panel).getByLabelText(/^Day of delivery/), '06/15/2026');
  await user.click(within(panel).getByRole('button', { name: 'Mark as confirmed' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, status)).toEqual({
      id: sent.id,
      version: 3,
      status: 'confirmed',
      expectedOn: '2026-06-15',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('an order whose day has passed says that it is late', () => {
  mockServer({});
  const late = aPurchaseOrder({ status: 'confirmed', expectedOn: '2020-03-04' });
  renderIn(() => <OrderProgress order={late} />, { profile: signedIn() });
  expect(screen.getByText(/^Late: expected on/)).toBeVisible();
});

it('a delivery whose answer was lost is sent again as the same one, and counts once', async () => {
  const order = aPurchaseOrder({ status: 'sent' });
  const path = '/api/purchase_orders/receive';
  const keys: (string | null)[] = [];
  const bodies: unknown[] = [];
  const fetch = vi.fn(async (called: string, init: RequestInit = {}) => {
    if (called !== path) return Response.json({}, { status: 404 });
    keys.push(new Headers(init.headers).get('idempotency-key'));
    bodies.push(JSON.parse(init.body as string));
    if (keys.length === 1) throw new TypeError('no network');
    return Response.json({ order: { ...order, version: order.version + 1, status: 'received' } });
  });
  vi.stubGlobal('fetch', fetch);
  function Page() {
    const [shown, setShown] = useState(order);
    return (
      <>
        <button type="button" onClick={() => setShown({ ...order, version: order.version + 1 })}>
          A live event
        </button>
        <OrderProgress order={shown} />
      </>
    );
  }
  const { user } = renderIn(() => <Page />, { profile: signedIn() });
  await user.click(screen.getByRole('button', { name: 'Receive a delivery' }));
  await user.click(await screen.findByRole('button', { name: 'Save the delivery' }));
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  // The order was stored meanwhile, so its version is another one.
  fireEvent.click(screen.getByText('A live event'));
  await user.click(await screen.findByRole('button', { name: 'Save the delivery' }));
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toMatch(/.{16}/);
  expect(keys[1]).toBe(keys[0]);
  expect(bodies[1]).toEqual(bodies[0]);
});
