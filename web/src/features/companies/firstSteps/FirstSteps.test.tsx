import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aJob } from '@/testing/aJob';
import { aCompany, mockServer, renderIn, signedIn } from '@/testing/render';
import { FirstSteps } from './FirstSteps';

const none = {
  'GET /api/jobs/myJobs/contractor': { jobs: [] },
  'GET /api/custom_crews/all': { crews: [] },
  [`GET /api/connections/connections/${aCompany.id}`]: { fullConnectionsDetails: [] },
};
const show = (profile = signedIn({}, { logoUrl: null })) => renderIn(() => <FirstSteps />, { profile });

beforeEach(() => localStorage.clear());

test('a new company sees what to do first, and what is there is checked off', async () => {
  mockServer({ ...none, 'GET /api/jobs/myJobs/contractor': { jobs: [aJob(1)] } });
  show();
  expect(await screen.findByText('1 of 4 done')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Create your first job' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Add your first crew' })).toHaveAttribute(
    'href',
    '/app/jobs/custom_crews',
  );
});

test('the list stays hidden once it was dismissed', async () => {
  mockServer(none);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Hide the first steps' }));
  expect(screen.queryByText('First steps')).toBeNull();
  cleanup();
  show();
  await waitFor(() => expect(screen.queryByText('First steps')).toBeNull());
});

test('a member, who cannot take the steps, is not asked to', () => {
  const fetch = mockServer(none);
  show(signedIn({ userType: 'member' }));
  expect(screen.queryByText('First steps')).toBeNull();
  expect(fetch).not.toHaveBeenCalled();
});
