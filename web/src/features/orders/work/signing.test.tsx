import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { jobId } from '@/testing/aJob';
import { lastRequestTo, mockServer, refusal, signedIn } from '@/testing/render';

import { anOrder, aSignOff, down, known, mine, open, order, press, single } from './testing';

const signOffs = () => screen.findByRole('region', { name: 'Sign-offs' });

describe('signing off', () => {
  it('shows who signed and when, in the time zone of the company, and that the user has not', async () => {
    mockServer(known());
    open();
    const panel = await signOffs();
    expect(panel).toHaveTextContent('Luis RíosSigned Jun 11th 2026, 9:52 AM');
    expect(panel).toHaveTextContent('Marisol VegaYou have not signed');
  });

  it('shows at once and then has the date of the server', async () => {
    const answers: Record<string, unknown> = known({
      'POST /api/work_orders/sign': { newSignOff: mine() },
    });
    const fetch = mockServer(answers);
    const { user } = open();
    await signOffs();
    answers[single] = { order: anOrder({ signOffs: [mine()] }) };
    await user.click(press('Sign off'));
    expect(await screen.findByRole('button', { name: 'Remove my sign-off' })).toBeInTheDocument();
    expect(lastRequestTo(fetch, '/api/work_orders/sign')).toEqual({ orderId: order.id, itemsVersion: 2 });
  });

  it('is allowed for a member of the subcontractor', async () => {
    const answers: Record<string, unknown> = known({
      'POST /api/work_orders/sign': { newSignOff: mine() },
    });
    mockServer(answers);
    const { user } = open(signedIn({ userType: 'member' }, { id: jobId(60), companyType: 'subcontractor' }));
    await signOffs();
    answers[single] = { order: anOrder({ signOffs: [mine()] }) };
    await user.click(press('Sign off'));
    expect(await screen.findByRole('button', { name: 'Remove my sign-off' })).toBeInTheDocument();
  });

  it('is reverted when it could not be stored, with an error', async () => {
    mockServer(known({ 'POST /api/work_orders/sign': down() }));
    const { user } = open();
    await signOffs();
    await user.click(press('Sign off'));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'There was an issue signing off on this work order',
    );
    expect(screen.getByText('You have not signed')).toBeInTheDocument();
  });

  it('can be removed', async () => {
    const signed = anOrder({ signOffs: [mine()] });
    const removal = `DELETE /api/work_orders/sign/${order.id}`;
    const answers: Record<string, unknown> = known({
      [single]: { order: signed },
      [removal]: { id: order.id },
    });
    const fetch = mockServer(answers);
    const { user } = open();
    await signOffs();
    answers[single] = { order: anOrder({ signOffs: [] }) };
    await user.click(press('Remove my sign-off'));
    expect(await screen.findByText('You have not signed')).toBeVisible();
    expect(fetch.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(true);
  });

  it('can be repeated when the items have changed: one call creates a new one', async () => {
    const stale = anOrder({ signOffs: [aSignOff({ changedSince: true }), mine({ changedSince: true })] });
    const answers = known({
      [single]: { order: stale },
      'POST /api/work_orders/sign': { newSignOff: mine() },
    });
    const fetch = mockServer(answers);
    const { user } = open();
    const panel = await signOffs();
    expect(panel).toHaveTextContent('The items changed after this signature. Luis can sign again.');
    expect(panel).toHaveTextContent(
      'The items changed after you signed. Sign again to agree to the current items.',
    );
    await user.click(press('Sign again'));
    await waitFor(() =>
      expect(lastRequestTo(fetch, '/api/work_orders/sign')).toEqual({ orderId: order.id, itemsVersion: 2 }),
    );
    expect(fetch.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false);
  });

  it('does not sign items that were changed meanwhile: they are shown first', async () => {
    const message = 'The items of this work order have changed since you saw them.';
    const answers: Record<string, unknown> = known({
      'POST /api/work_orders/sign': refusal(409, 'changed', message),
    });
    mockServer(answers);
    const { user } = open();
    await signOffs();
    const [first] = order.orderItems;
    if (first === undefined) throw new Error('an order without items');
    const now = { ...first, title: 'Tear-off, three layers' };
    answers[single] = { order: anOrder({ orderItems: [now], itemsVersion: 3 }) };
    await user.click(press('Sign off'));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(message);
    expect(await screen.findByText('Tear-off, three layers')).toBeInTheDocument();
    expect(screen.getByText('You have not signed')).toBeInTheDocument();
  });
});
