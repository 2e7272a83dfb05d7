import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { jobId } from '@/testing/aJob';
import { readPdf } from '@/testing/readPdf';
import { lastRequestTo, mockServer, signedIn } from '@/testing/render';

import { anItem, anOrder, down, job, known, open, order, press, single } from './testing';

const sheet = () => screen.findByRole('article', { name: 'Work order #2418-1' });
const items = () => screen.findByRole('table', { name: 'Work items' });
const subcontractor = () => signedIn({}, { id: jobId(60), companyType: 'subcontractor' });

describe('a work order', () => {
  it('shows the work, its price and its address', async () => {
    mockServer(known());
    open();
    const card = await sheet();
    for (const text of ['Halvorsen Roofing & Exteriors', 'Job #2418', '4417 S Quebec Ct'])
      expect(within(card).getByText(text)).toBeInTheDocument();
    const [, first, second, total] = within(await items()).getAllByRole('row');
    expect(first).toHaveTextContent('1Tear-off, two layersMagnet sweep twice a day28.5× $85.00$2,422.50');
    expect(second).toHaveTextContent('2Replace decking8× $62.50$500.00');
    expect(total).toHaveTextContent('Order total$2,922.50');
  });

  it('redirects to the jobs when it cannot be loaded, with an error', async () => {
    mockServer({});
    const { router } = open();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'There was an issue fetching work order.',
    );
    expect(router.state.location.pathname).toBe('/app/jobs');
  });

  it('redirects to the jobs when its job does not exist', async () => {
    mockServer({ [single]: { order } });
    const { router } = open();
    await screen.findByRole('alertdialog');
    expect(router.state.location.pathname).toBe('/app/jobs');
  });

  it('returns to the tab of its job when the address was typed', async () => {
    mockServer(known());
    const { user, router } = open();
    await sheet();
    await user.click(screen.getAllByRole('button', { name: 'Back to the job' })[0] as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/app/jobs/${job.id}`));
    expect(router.state.location.search).toBe('?view=workOrders');
  });

  it('shows that there are no items yet, and how to add some', async () => {
    mockServer(known({ [single]: { order: anOrder({ orderItems: [], total: 0 }) } }));
    open();
    expect(await screen.findByText('No items yet')).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Add item' })).toHaveLength(2);
  });
});

describe('the items of a work order', () => {
  const fill = async (user: ReturnType<typeof open>['user'], title = 'Pipe boots') => {
    const panel = await screen.findByRole('dialog');
    if (title !== '') await user.type(within(panel).getByLabelText(/^Title/), title);
    await user.type(within(panel).getByLabelText(/^Quantity/), '5');
    await user.type(within(panel).getByLabelText(/^Unit cost/), '35');
    return panel;
  };

  it('are added with their total, which shows while typing', async () => {
    const item = anItem(3, { title: 'Pipe boots', quantity: 5, unitCost: 35, lineTotal: 175 });
    const fetch = mockServer(known({ 'POST /api/work_orders/addItem': { item, itemsVersion: 3 } }));
    const { user } = open();
    await sheet();
    await user.click(press('Add item'));
    const panel = await fill(user);
    expect(within(panel).getByText('$175.00')).toBeInTheDocument();
    await user.click(within(panel).getByRole('button', { name: 'Add item' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(lastRequestTo(fetch, '/api/work_orders/addItem')).toEqual({
      workOrderId: order.id,
      title: 'Pipe boots',
      description: '',
      quantity: 5,
      unitCost: 35,
      itemsVersion: 2,
    });
  });

  it('without a title are not sent, and the field shows why', async () => {
    const fetch = mockServer(known());
    const { user } = open();
    await sheet();
    await user.click(press('Add item'));
    const panel = await fill(user, '');
    await user.click(within(panel).getByRole('button', { name: 'Add item' }));
    expect(within(panel).getByText('Must provide a title')).toBeVisible();
    expect(within(panel).getByLabelText(/^Title/)).toHaveFocus();
    expect(lastRequestTo(fetch, '/api/work_orders/addItem')).toBeNull();
  });

  it('keep what was typed when they could not be added', async () => {
    mockServer(known({ 'POST /api/work_orders/addItem': down() }));
    const { user } = open();
    await sheet();
    await user.click(press('Add item'));
    const panel = await fill(user);
    await user.click(within(panel).getByRole('button', { name: 'Add item' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'There was an issue adding your new work order item.',
    );
    expect(within(panel).getByLabelText(/^Title/)).toHaveValue('Pipe boots');
    expect(within(await items()).queryByText('Pipe boots')).toBeNull();
  });

  it('are reverted when a change could not be stored', async () => {
    mockServer(known({ 'POST /api/work_orders/updateItem': down() }));
    const { user } = open();
    await sheet();
    await user.click(press('Edit: Replace decking'));
    const panel = await screen.findByRole('dialog');
    const title = within(panel).getByLabelText(/^Title/);
    expect(title).toHaveValue('Replace decking');
    await user.clear(title);
    await user.type(title, 'Sheathing');
    await user.click(within(panel).getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'There was an issue editing your new work order item.',
    );
    const table = screen.getByRole('table', { name: 'Work items', hidden: true });
    expect(table).toHaveTextContent('Replace decking');
    expect(table).not.toHaveTextContent('Sheathing');
  });

  it('are deleted only after a confirmation that names them, and are restored when that fails', async () => {
    const deletion = `DELETE /api/work_orders/item/delete/${jobId(902)}`;
    const fetch = mockServer(known({ [deletion]: down() }));
    const { user } = open();
    await sheet();
    await user.click(press('Delete: Replace decking'));
    const question = await screen.findByRole('alertdialog');
    expect(question).toHaveTextContent(
      'Are you sure?“Replace decking” will be removed from this work order.',
    );
    expect(fetch.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false);
    await user.click(within(question).getByRole('button', { name: 'Yes, remove it!' }));
    expect(await screen.findByText('There was an issue deleting this order item.')).toBeVisible();
    expect(screen.getByRole('table', { hidden: true })).toHaveTextContent('Replace decking');
  });

  it('disappear at once with their cost, before the server has responded', async () => {
    const answers = mockServer(known());
    vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
      init.method === 'DELETE' ? new Promise(() => undefined) : answers(path, init),
    );
    const { user } = open();
    await sheet();
    await user.click(press('Delete: Replace decking'));
    await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    const table = await items();
    await waitFor(() => expect(table).not.toHaveTextContent('Replace decking'));
    expect(within(table).getByRole('row', { name: /Order total/ })).toHaveTextContent('$2,422.50');
  });

  it('cannot be changed by a member, who sees why', async () => {
    mockServer(known());
    open(signedIn({ userType: 'member' }));
    await sheet();
    for (const name of ['Add item', 'Edit: Replace decking', 'Delete: Replace decking']) {
      expect(press(name)).toHaveAttribute('aria-disabled', 'true');
      expect(press(name)).toHaveAccessibleDescription();
    }
  });

  it('can be read by a subcontractor, who sees no controls of the contractor', async () => {
    mockServer(known());
    open(subcontractor());
    expect(await items()).toHaveTextContent('Tear-off, two layers');
    for (const name of ['Add item', 'Edit: Replace decking', 'Send'])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});

describe('saving and printing a work order', () => {
  it('saves a PDF under the title of the order', async () => {
    mockServer(known());
    const saved: { name: string; file: Blob }[] = [];
    let last: Blob | null = null;
    const createObjectURL = (file: Blob) => {
      last = file;
      return 'blob:order';
    };
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (last !== null) saved.push({ name: this.download, file: last });
    });
    const { user } = open();
    await sheet();
    await user.click(press('Save as PDF'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('work-order-2418-1.pdf');
    const { pages } = await readPdf(saved[0]?.file as Blob);
    expect(pages.flat()).toContain('Tear-off, two layers');
  });

  it('opens the print dialog', async () => {
    mockServer(known());
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = open();
    await sheet();
    await user.click(press('Print'));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
  });
});
