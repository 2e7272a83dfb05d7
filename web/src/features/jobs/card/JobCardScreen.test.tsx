import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { jobId } from '@/testing/aJob';
import { aPurchaseOrder } from '@/testing/aPurchaseOrder';
import { stubLayout } from '@/testing/layout';
import { readPdf } from '@/testing/readPdf';
import { mockServer, refusal, signedIn } from '@/testing/render';

import { answers, customer, image, job, open, press, ready, sheet } from './testing';

beforeEach(stubLayout);

/** Collects the files that are saved. */
function saved() {
  const files: { name: string; file: Blob }[] = [];
  let last: Blob | null = null;
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (file: Blob) => {
        last = file;
        return 'blob:card';
      },
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last !== null) files.push({ name: this.download, file: last });
  });
  return files;
}

describe('the card of a job', () => {
  it('shows what the crew needs: customer, place, note, tags and measurements', async () => {
    mockServer(answers());
    open();
    const card = await sheet();
    await within(card).findByText('Hannah Whitaker');
    for (const text of [
      'Halvorsen Roofing & Exteriors',
      '#2418',
      '4417 S Quebec Ct',
      'Littleton, CO 80123',
      'Keep the gate shut.',
      'HOA approved',
      '28.5',
      '$18,250.50',
    ])
      expect(within(card).getByText(text)).toBeInTheDocument();
    expect(card).toHaveTextContent('Hannah Whitaker, 303-555-0142');
  });

  it('shows a contractor the purchases of the job, and prints nothing before they have loaded', async () => {
    let answer: (orders: Response) => void = () => undefined;
    const slow = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    const others = mockServer(answers());
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) =>
      path.includes('purchase_orders') ? slow : others(path, init),
    );
    open();
    const card = await sheet();
    await within(card).findByText('Hannah Whitaker');
    expect(press('Save and print')).toBeDisabled();
    answer(Response.json({ orders: [aPurchaseOrder()] }));
    expect(await within(card).findByRole('heading', { name: 'Purchase orders' })).toBeVisible();
    const bought = within(card).getByRole('table');
    expect(
      within(bought).getByRole('row', { name: '84 Laminated shingle, Charcoal $3,255.00' }),
    ).toBeVisible();
    expect(within(bought).getByRole('columnheader', { name: '$3,435.00' })).toBeVisible();
    await ready();
  });

  it('is not printed before the customer has loaded', async () => {
    let answer: (customers: Response) => void = () => undefined;
    const slow = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    vi.stubGlobal('fetch', async (path: string) =>
      path === '/api/customers/find'
        ? slow
        : Response.json(path.includes('_orders/') ? { orders: [] } : { info: job }),
    );
    open();
    await sheet();
    expect(press('Save and print')).toBeDisabled();
    answer(Response.json({ customers: [customer] }));
    await ready();
    expect(press('Save and print')).toBeEnabled();
  });

  it('shows when the customer could not be fetched instead of omitting them', async () => {
    mockServer(answers({ 'GET /api/customers/find': refusal(403, 'forbidden', 'Unauthorized') }));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Unauthorized');
  });

  it('fetches neither customers nor purchase orders for a subcontractor, and shows none', async () => {
    const stripped = { ...job, contractAmount: null, jobCustomer: null };
    const fetch = mockServer(
      answers({
        [`GET /api/jobs/job/${job.id}`]: { info: stripped },
        [`GET /api/purchase_orders/job/${job.id}`]: { orders: [aPurchaseOrder()] },
      }),
    );
    open(signedIn({}, { id: jobId(60), companyType: 'subcontractor' }));
    const card = await sheet();
    await ready();
    expect(card).not.toHaveTextContent(/Customer|Contract amount|Purchase orders|Laminated/);
    expect(fetch.mock.calls.some(([path]) => /customers|purchase_orders/.test(path))).toBe(false);
  });

  it('redirects to the jobs when the job does not exist, with an error', async () => {
    mockServer({});
    const { router } = open();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('No details found for this job');
    expect(router.state.location.pathname).toBe('/app/jobs');
  });

  it('returns to the job when the address was typed', async () => {
    mockServer(answers());
    const { user, router } = open();
    await sheet();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/app/jobs/${job.id}`));
  });

  it('opens the print dialog', async () => {
    mockServer(answers());
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = open();
    await sheet();
    await ready();
    await user.click(press('Save and print'));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
  });
});

describe('saving the card', () => {
  it('saves a PDF with text under the number of the job', async () => {
    mockServer(answers());
    const files = saved();
    const { user } = open();
    await within(await sheet()).findByText('Hannah Whitaker');
    await ready();
    await user.click(press('Save as PDF'));
    await waitFor(() => expect(files).toHaveLength(1));
    expect(files[0]?.name).toBe('job-card-2418.pdf');
    const { pages } = await readPdf(files[0]?.file as Blob);
    expect(pages.flat()).toContain('Whitaker re-roof');
  });

  it('does not save a card without the chosen image, and shows an error', async () => {
    localStorage.setItem(`ridgeline.cardImage.${job.id}`, image(1).id);
    mockServer(answers({ 'GET /files/photo-1.jpg': new Response(null, { status: 403 }) }));
    const files = saved();
    const { user } = open();
    await within(await sheet()).findByRole('img');
    await ready();
    await user.click(press('Save as PDF'));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'We could not load the image of this card.',
    );
    expect(files).toEqual([]);
  });
});
