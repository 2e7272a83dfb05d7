/** A job with a customer and two photos, and the screen of its card. */
import type { JobImage } from '@bindings';
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { aJob, jobId } from '@/testing/aJob';
import { aCompany, aUser, renderIn, signedIn } from '@/testing/render';

import { JobCardScreen } from './JobCardScreen';

export const customer = {
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

export const job = aJob(2418, {
  title: 'Whitaker re-roof',
  jobCustomer: customer.id,
  contractAmount: 18_250.5,
  inspectionNote: 'Keep the gate shut.',
  tags: [{ id: jobId(1), jobId: jobId(2418), content: 'HOA approved' }],
  reports: [{ id: jobId(2), jobId: jobId(2418), amount: 28.5, measurement: 'square' }],
});

export const image = (number: number): JobImage => ({
  id: jobId(700 + number),
  jobId: job.id,
  imgUrl: `/files/photo-${number}.jpg`,
  thumbUrl: `/files/thumb-${number}.jpg`,
  caption: null,
  beforeId: null,
  width: 1600,
  height: 1200,
  postedBy: aUser.id,
  postedByFirstName: 'Luis',
  postedByLastName: `${number}.`,
  name: null,
  viaLink: false,
  dateInserted: `2026-06-0${number}T18:00:00Z`,
});

export const answers = (change: Record<string, unknown> = {}) => ({
  [`GET /api/jobs/job/${job.id}`]: { info: job },
  [`GET /api/jobs/fetchImgs/${job.id}`]: { imgs: [image(1), image(2)] },
  'GET /api/customers/find': { customers: [customer] },
  [`GET /api/work_orders/job/${job.id}`]: { orders: [] },
  [`GET /api/purchase_orders/job/${job.id}`]: { orders: [] },
  ...change,
});

export const open = (profile = signedIn()) =>
  renderIn(() => <JobCardScreen />, { profile, at: `/app/card/${job.id}`, path: '/app/card/:id' });

export const sheet = () => screen.findByRole('article', { name: 'Whitaker re-roof' });
export const press = (name: string) => screen.getAllByRole('button', { name })[0] as HTMLElement;
export const ready = () => waitFor(() => expect(press('Save as PDF')).toBeEnabled());
