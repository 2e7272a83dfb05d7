import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
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
