import type { JobOffer, ReceivedOffer } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { aCompany, lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { JobOffers } from './JobOffers';
import { ReceivedOffers } from './ReceivedOffers';

const job = aJob(7, { title: 'Whitaker re-roof', startDate: '2026-06-11', endDate: '2026-06-12' });
const days = [
  { startDate: '2026-06-11', endDate: '2026-06-12' },
  { startDate: '2026-06-15', endDate: '2026-06-16' },
];
const companies = [
  { companyId: jobId(70), name: 'Ríos Brothers', state: 'asked' as const },
  { companyId: jobId(71), name: 'Torch crew', state: 'declined' as const },
];
const offer: JobOffer = {
  id: jobId(80),
  jobId: job.id,
  state: 'open',
  days,
  until: '2026-06-10T06:00:00Z',
  takenBy: null,
  companies,
};

const connection = (number: number, name: string) => ({
  id: jobId(number + 100),
  accepted: true,
  companyDetails: {
    id: jobId(number),
    name,
    location: 'Antioch, TN',
    companyType: 'subcontractor',
    documents: [],
  },
});
const connections = {
  [`GET /api/connections/connections/${aCompany.id}`]: {
    fullConnectionsDetails: [connection(70, 'Ríos Brothers'), connection(71, 'Torch crew')],
  },
};
const list = `GET /api/job_offers/${job.id}`;

test('an office offers a job to two companies with two choices of days', async () => {
  const fetch = mockServer({
    ...connections,
    [list]: { offers: [] },
    'POST /api/job_offers/create': { offer },
  });
  const { user } = renderIn(() => <JobOffers job={job} />, { profile: signedIn() });
  await user.click(await screen.findByRole('button', { name: 'Offer to several companies' }));
  const panel = await screen.findByRole('dialog', { name: 'Offer to several companies' });
  await user.click(await within(panel).findByRole('checkbox', { name: 'Ríos Brothers' }));
  await user.click(within(panel).getByRole('checkbox', { name: 'Torch crew' }));
  await user.click(within(panel).getByRole('button', { name: 'Add other days' }));
  const second = within(panel).getByRole('group', { name: 'Days 2' });
  await user.type(within(second).getByRole('textbox', { name: /^Start Date/ }), '06/15/2026');
  await user.clear(within(second).getByRole('textbox', { name: /^End Date/ }));
  await user.type(within(second).getByRole('textbox', { name: /^End Date/ }), '06/16/2026');
  await user.click(within(panel).getByRole('button', { name: 'Send the offer' }));
  await waitFor(() =>
    expect(lastRequestTo(fetch, '/api/job_offers/create')).toMatchObject({
      jobId: job.id,
      connections: [jobId(170), jobId(171)],
      days,
    }),
  );
  expect(await screen.findByText('2 companies were asked.')).toBeVisible();
});

test('an office sees who answered what, withdraws the offer, and cannot make a second one meanwhile', async () => {
  const fetch = mockServer({
    [list]: { offers: [offer] },
    [`DELETE /api/job_offers/${offer.id}`]: { id: offer.id },
  });
  const { user } = renderIn(() => <JobOffers job={job} />, { profile: signedIn() });
  const row = (await screen.findByText('Torch crew')).closest('li') as HTMLElement;
  expect(row).toHaveTextContent('declined');
  expect(screen.getByRole('button', { name: 'Offer to several companies' })).toHaveAccessibleDescription(
    'Withdraw the open offer first.',
  );
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, withdraw it' }));
  await waitFor(() => expect(fetch.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(true));
});

const received: ReceivedOffer = {
  id: offer.id,
  state: 'open',
  days,
  until: offer.until,
  contractorCompanyName: 'Halvorsen Roofing',
  job: { title: job.title, city: 'Littleton', state: 'CO', zip: '80123' },
};
const crew = signedIn({}, { companyType: 'subcontractor' });

test('a crew takes one of the days that it is offered', async () => {
  const answers = {
    'GET /api/job_offers/received': { offers: [received, { ...received, id: jobId(81), state: 'taken' }] },
    'POST /api/job_offers/answer': { offer: { ...received, state: 'taken' } },
  };
  const fetch = mockServer(answers);
  const { user } = renderIn(() => <ReceivedOffers />, { profile: crew });
  const one = await screen.findByRole('article', { name: job.title });
  const accept = () => within(one).getByRole('button', { name: 'Accept these days' });
  expect(accept()).toHaveAccessibleDescription('Which days suit you?');
  await user.click(within(one).getByRole('radio', { name: 'Mon Jun 15 – Tue Jun 16' }));
  await user.click(accept());
  await waitFor(() =>
    expect(lastRequestTo(fetch, '/api/job_offers/answer')).toEqual({
      id: offer.id,
      accepted: true,
      window: days[1],
    }),
  );
  expect(await screen.findByText('You have the job. The contractor was notified.')).toBeVisible();
});

test('a crew that is too late reads that the offer is over', async () => {
  mockServer({
    'GET /api/job_offers/received': { offers: [{ ...received, days: [days[0]] }] },
    'POST /api/job_offers/answer': refusal(409, 'conflict', 'This offer is over.'),
  });
  const { user } = renderIn(() => <ReceivedOffers />, { profile: crew });
  await user.click(await screen.findByRole('button', { name: 'Accept these days' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('This offer is over.');
});
