import type { JobImage } from '@bindings';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { readPdf } from '@/testing/readPdf';
import { aCompany, aUser, refusal, serverSays, showIn, signedIn } from '@/testing/show';

import { JobCardScreen } from './JobCardScreen';

const customer = {
  id: jobId(30),
  firstName: 'Hannah',
  lastName: 'Whitaker',
  company: null,
  phone: '303-555-0142',
  address: null,
  city: null,
  state: null,
  zip: null,
  companyId: aCompany.id,
};

const job = aJob(2418, {
  title: 'Whitaker re-roof',
  jobCustomer: customer.id,
  contractAmount: 18_250.5,
  inspectionNote: 'Keep the gate shut.',
  tags: [{ id: jobId(1), jobId: jobId(2418), content: 'HOA approved' }],
  reports: [{ id: jobId(2), jobId: jobId(2418), amount: 28.5, measurement: 'square' }],
});

const image = (number: number): JobImage => ({
  id: jobId(700 + number),
  jobId: job.id,
  imgUrl: `/files/photo-${number}.jpg`,
  thumbUrl: `/files/thumb-${number}.jpg`,
  width: 1600,
  height: 1200,
  postedBy: aUser.id,
  postedByFirstName: 'Luis',
  postedByLastName: `${number}.`,
  dateInserted: `2026-06-0${number}T18:00:00Z`,
});

const answers = (change: Record<string, unknown> = {}) => ({
  [`GET /api/jobs/job/${job.id}`]: { info: job },
  [`GET /api/jobs/fetchImgs/${job.id}`]: { imgs: [image(1), image(2)] },
  'GET /api/customers/find': { customers: [customer] },
  [`GET /api/work_orders/job/${job.id}`]: { orders: [] },
  [`GET /api/purchase_orders/job/${job.id}`]: { orders: [] },
  ...change,
});

const open = (profile = signedIn()) =>
  showIn(() => <JobCardScreen />, { profile, at: `/app/card/${job.id}`, path: '/app/card/:id' });

const sheet = () => screen.findByRole('article', { name: 'Whitaker re-roof' });
const press = (name: string) => screen.getAllByRole('button', { name })[0] as HTMLElement;
const ready = () => waitFor(() => expect(press('Save as PDF')).toBeEnabled());

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(900);
});

/** Catches what is saved. */
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
    serverSays(answers());
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

  it('is not printed before the customer is there', async () => {
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

  it('says when the customer could not be fetched instead of leaving them out', async () => {
    serverSays(answers({ 'GET /api/customers/find': refusal(403, 'forbidden', 'Unauthorized') }));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Unauthorized');
  });

  it('asks nothing of customers for a subcontractor, and shows neither customer nor amount', async () => {
    const stripped = { ...job, contractAmount: null, jobCustomer: null };
    const fetch = serverSays(answers({ [`GET /api/jobs/job/${job.id}`]: { info: stripped } }));
    open(signedIn({}, { id: jobId(60), companyType: 'subcontractor' }));
    const card = await sheet();
    await ready();
    expect(card).not.toHaveTextContent(/Customer|Contract amount/);
    expect(fetch.mock.calls.some(([path]) => path.includes('customers'))).toBe(false);
  });

  it('leads to the jobs when there is no such job, and says so', async () => {
    serverSays({});
    const { router } = open();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('No details found for this job');
    expect(router.state.location.pathname).toBe('/app/jobs');
  });

  it('goes back to the job when the address was typed', async () => {
    serverSays(answers());
    const { user, router } = open();
    await sheet();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/app/jobs/${job.id}`));
  });

  it('opens the print dialog', async () => {
    serverSays(answers());
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = open();
    await sheet();
    await ready();
    await user.click(press('Save and print'));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
  });
});

describe('the image of the card', () => {
  it('is chosen among the photos of the job, and is still there the next time', async () => {
    serverSays(answers());
    const { user } = open();
    expect(within(await sheet()).queryByRole('img')).toBeNull();
    await user.click(press('Choose image'));
    const dialog = await screen.findByRole('dialog');
    await user.click(await within(dialog).findByRole('button', { name: 'Photo by Luis 2., 06/02/2026' }));
    const shown = await within(await sheet()).findByRole('img');
    expect(shown).toHaveAttribute('src', '/files/photo-2.jpg');
    cleanup();
    open();
    expect(await within(await sheet()).findByRole('img')).toHaveAttribute('src', '/files/photo-2.jpg');
  });

  it('can be cleared', async () => {
    localStorage.setItem(`ridgeline.cardImage.${job.id}`, image(1).id);
    serverSays(answers());
    const { user } = open();
    await within(await sheet()).findByRole('img');
    await user.click(press('Choose image'));
    await user.click(await screen.findByRole('button', { name: 'No image' }));
    await waitFor(async () => expect(within(await sheet()).queryByRole('img')).toBeNull());
    expect(localStorage.getItem(`ridgeline.cardImage.${job.id}`)).toBeNull();
  });

  it('is gone from the card when its photo was deleted meanwhile', async () => {
    localStorage.setItem(`ridgeline.cardImage.${job.id}`, jobId(999));
    serverSays(answers());
    open();
    const card = await sheet();
    await ready();
    expect(within(card).queryByRole('img')).toBeNull();
  });

  it('says that a job has no photos yet and where to add some', async () => {
    serverSays(answers({ [`GET /api/jobs/fetchImgs/${job.id}`]: { imgs: [] } }));
    const { user } = open();
    await sheet();
    await user.click(press('Choose image'));
    expect(await screen.findByText('This job has no photos yet')).toBeVisible();
  });
});

describe('saving the card', () => {
  it('writes a PDF of text under the number of the job', async () => {
    serverSays(answers());
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

  it('does not save a card without the image that was chosen, and says so', async () => {
    localStorage.setItem(`ridgeline.cardImage.${job.id}`, image(1).id);
    serverSays(answers({ 'GET /files/photo-1.jpg': new Response(null, { status: 403 }) }));
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
