import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, test, vi } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import {
  anItem,
  aPurchaseOrder,
  aSend,
  charcoal,
  dripEdge,
  platteValley,
  vendorList,
} from '@/testing/aPurchaseOrder';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { downloadList } from '@/testing/savedFiles';

import { JobPurchaseOrders } from './JobPurchaseOrders';

const job = aJob(2418);
const path = `/api/purchase_orders/job/${job.id}`;
const list = `GET ${path}`;
const first = aPurchaseOrder({ vendorId: platteValley.id, sends: [aSend()] });
const third = aPurchaseOrder({ id: jobId(321), title: '#2418-3', items: [] });

function open(answers: Record<string, unknown> = {}, profile = signedIn()) {
  const fetch = mockServer({ ...vendorList, [list]: { orders: [first, third] }, ...answers });
  return { fetch, ...renderIn(() => <JobPurchaseOrders job={job} />, { profile }) };
}

const title = () => screen.getByLabelText('New purchase order');
const wasCalled = (fetch: ReturnType<typeof mockServer>, called: string) =>
  fetch.mock.calls.some(([each]) => each === called);

test('orders that cannot be loaded show an error and can be loaded again', async () => {
  open({ [list]: refusal(500, 'internal', 'inside') });
  expect(
    await screen.findByText('There was an issue fetching purchase orders', undefined, { timeout: 15_000 }),
  ).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
}, 20_000);

describe('the purchase orders of a job', () => {
  it('show vendor and total of each and whether it was sent, and link to it', async () => {
    open();
    const [, row, other] = await screen.findAllByRole('row');
    expect(await within(row as HTMLElement).findByText('Platte Valley Building Supply')).toBeVisible();
    expect(row).toHaveTextContent('2$3,435.00Not delivered');
    expect(other).toHaveTextContent('No vendor chosenDraft0$0.00Not sent');
    expect(within(row as HTMLElement).getByRole('link', { name: '#2418-1' })).toHaveAttribute(
      'href',
      `/app/purchase_order/${first.id}`,
    );
  });

  it('show when one is late, and what is still to come of each product', async () => {
    const late = aPurchaseOrder({
      status: 'partlyReceived',
      expectedOn: '2020-03-04',
      items: [anItem(charcoal, 24, { received: 10.5 }), anItem(dripEdge, 8, { received: 8 })],
    });
    open({ [list]: { orders: [late, third] } });
    expect(await screen.findByText(/^Late: expected on/)).toBeVisible();
    const materials = screen.getByRole('region', { name: 'Material on order' });
    expect(
      within(materials)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Drip edge8 of 8 received', 'Laminated shingle, Charcoal10.5 of 24 received13.5 to come']);
  });

  it('show no material while everything is a draft', async () => {
    open();
    await screen.findAllByRole('row');
    expect(screen.queryByRole('region', { name: 'Material on order' })).toBeNull();
  });

  it('link to the vendors, which link back here', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('link', { name: 'Manage vendors' }));
    expect(router.state.location.pathname).toBe('/app/jobs/vendors');
    expect(router.state.location.state).toEqual({ from: '/here' });
  });

  it('are created under the next free title without typing it, and open with their products', async () => {
    const create = '/api/purchase_orders/create';
    const second = aPurchaseOrder({ id: jobId(322), title: '#2418-2', items: [] });
    const { user, fetch, router } = open({ [`POST ${create}`]: { newPurchaseOrder: second } });
    await waitFor(() => expect(title()).toHaveValue('#2418-2'));
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('elsewhere')).toBeVisible();
    expect(router.state.location).toMatchObject({
      pathname: `/app/purchase_order/${second.id}`,
      state: { products: true },
    });
    expect(lastRequestTo(fetch, create)).toEqual({ jobId: job.id, title: '#2418-2' });
  });

  it('are not created without a title', async () => {
    const { user, fetch } = open();
    await waitFor(() => expect(title()).toHaveValue('#2418-2'));
    await user.clear(title());
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Must provide a title')).toBeVisible();
    expect(title()).toHaveFocus();
    expect(wasCalled(fetch, '/api/purchase_orders/create')).toBe(false);
  });

  it('keep a title that is being typed when the list is fetched again', async () => {
    const { user, queries } = open();
    await waitFor(() => expect(title()).toHaveValue('#2418-2'));
    await user.clear(title());
    await user.type(title(), 'Gutters');
    queries.setQueryData(['purchaseOrders', 'job', job.id], []);
    expect(await screen.findByText('No purchase orders yet')).toBeVisible();
    expect(title()).toHaveValue('Gutters');
  });

  it('are deleted only after a confirmation, and are restored when that failed', async () => {
    const remove = '/api/purchase_orders/delete';
    const { user, fetch } = open({ [`POST ${remove}`]: refusal(500, 'internal', 'inside') });
    const deleteButton = await screen.findByRole('button', { name: 'Delete #2418-3' });
    await user.click(deleteButton);
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Are you sure?');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(wasCalled(fetch, remove)).toBe(false);
    await user.click(deleteButton);
    await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    expect(await screen.findByText('There was an issue updating this purchase order.')).toBeVisible();
    expect(screen.getByRole('link', { name: '#2418-3' })).toBeInTheDocument();
    expect(lastRequestTo(fetch, remove)).toEqual({ orderId: third.id });
  });

  it('open their products beside the job', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Products on #2418-1' }));
    expect(await screen.findByRole('dialog', { name: 'Products on #2418-1' })).toBeVisible();
  });

  it('can be read by members, who see why they cannot change them', async () => {
    const { user, fetch } = open({}, signedIn({ userType: 'member' }));
    const deleteButton = await screen.findByRole('button', { name: 'Delete #2418-3' });
    expect(deleteButton).toHaveAccessibleDescription('Unauthorized');
    await user.click(deleteButton);
    await user.click(screen.getByRole('button', { name: 'Create' }));
    await user.click(screen.getByRole('button', { name: 'Products on #2418-1' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(wasCalled(fetch, '/api/purchase_orders/create')).toBe(false);
  });

  it('are cards on a phone, with the same texts and buttons', async () => {
    const narrow = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
    const matchMedia = vi.spyOn(window, 'matchMedia').mockReturnValue(narrow as unknown as MediaQueryList);
    open();
    const [card] = await screen.findAllByRole('listitem');
    expect(screen.queryByRole('table')).toBeNull();
    expect(card).toHaveTextContent('$3,435.00');
    expect(card).toHaveTextContent('2 products');
    expect(within(card as HTMLElement).getByRole('button', { name: 'Delete #2418-1' })).toBeVisible();
    matchMedia.mockRestore();
  });
});

test('the purchase orders of a job are saved with plain totals and statuses', async () => {
  const { user } = open();
  await screen.findByText('Platte Valley Building Supply');
  const { list: name, lines } = await downloadList(user);
  expect(name).toBe('purchase-orders');
  expect(lines[0]).toBe('Title,Vendor,Status,Items,Total,Sending');
  expect(lines[1]).toMatch(/^#2418-1,Platte Valley Building Supply,.+,2,3435,\d{4}-\d\d-\d\dT/);
  expect(lines[2]).toBe('#2418-3,,Draft,0,0,');
});
