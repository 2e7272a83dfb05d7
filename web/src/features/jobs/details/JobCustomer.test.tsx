import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob } from '@/testing/aJob';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { JobCustomer } from './JobCustomer';

test('customers that could not be fetched can be fetched again, and the choice can be left', async () => {
  const list = 'GET /api/customers/find';
  const answers: Record<string, unknown> = { [list]: refusal(500, 'internal', 'inside') };
  mockServer(answers);
  const { user } = renderIn(() => <JobCustomer job={aJob(7, { jobCustomer: null })} />, {
    profile: signedIn(),
  });
  const edit = () => user.click(screen.getByRole('button', { name: 'Edit: Customer' }));
  await edit();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await edit();
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answers[list] = { customers: [] };
  await user.click(retry);
  expect(await screen.findByRole('combobox', { name: 'Customer' })).toBeVisible();
});
