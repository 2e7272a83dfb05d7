import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { lastRequestTo, mockServer, refusal } from '@/testing/render';

import { anItem, anOrder, known, open, order, press, single } from './testing';

const items = () => screen.findByRole('table', { name: 'Work items', hidden: true });

describe('the items of a work order', () => {
  it('that someone else changed meanwhile are shown beside what was typed, which is saved on top', async () => {
    const theirs = anItem(2, { title: 'Replace decking', quantity: 12, unitCost: 70, lineTotal: 840 });
    const [first] = order.orderItems;
    const now = anOrder({ orderItems: first === undefined ? [] : [first, theirs], itemsVersion: 5 });
    const update = 'POST /api/work_orders/updateItem';
    const message = 'Someone else has changed this order.';
    const server: Record<string, unknown> = known({
      [update]: refusal(409, 'changed', message, [], { order: now }),
    });
    const fetch = mockServer(server);
    const { user } = open();
    await items();
    await user.click(press('Edit: Replace decking'));
    const panel = await screen.findByRole('dialog');
    const title = within(panel).getByLabelText(/^Title/);
    await user.clear(title);
    await user.type(title, 'Sheathing');
    server[single] = { order: now };
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    const both = await within(panel).findByRole('region', { name: message });
    expect(within(both).getByRole('row', { name: 'Replace decking 12 × $70.00 8 × $62.50' })).toBeVisible();
    expect(title).toHaveValue('Sheathing');
    expect(lastRequestTo(fetch, '/api/work_orders/updateItem')).toMatchObject({ itemsVersion: 2 });
    expect(await items()).toHaveTextContent('$840.00');

    server[update] = { item: { ...theirs, title: 'Sheathing' }, itemsVersion: 6 };
    await user.click(within(panel).getByRole('button', { name: 'Save my version' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const saved = { title: 'Sheathing', quantity: 8, itemsVersion: 5 };
    expect(lastRequestTo(fetch, '/api/work_orders/updateItem')).toMatchObject(saved);
  });

  it('that someone else changed meanwhile can be loaded in place of what was typed', async () => {
    const theirs = anItem(2, { title: 'Replace decking', quantity: 12, unitCost: 70, lineTotal: 840 });
    const now = anOrder({ orderItems: [theirs], itemsVersion: 5 });
    mockServer(
      known({ 'POST /api/work_orders/updateItem': refusal(409, 'changed', 'Changed.', [], { order: now }) }),
    );
    const { user } = open();
    await items();
    await user.click(press('Edit: Replace decking'));
    const panel = await screen.findByRole('dialog');
    await user.type(within(panel).getByLabelText(/^Title/), ' twice');
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    await user.click(await within(panel).findByRole('button', { name: 'Discard mine and show theirs' }));
    expect(within(panel).getByLabelText(/^Title/)).toHaveValue('Replace decking');
    expect(within(panel).getByLabelText(/^Quantity/)).toHaveValue('12');
    expect(within(panel).queryByRole('region')).toBeNull();
  });
});
