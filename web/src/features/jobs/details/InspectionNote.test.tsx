import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aJob } from '@/testing/aJob';
import { mockServer, renderIn, signedIn } from '@/testing/render';

import { InspectionNote } from './InspectionNote';

const job = aJob(7, { inspectionNote: 'Decking soft.' });

test('what is typed into an inspection note while its first version is sent stays', async () => {
  let answer: (response: Response) => void = () => undefined;
  const pending = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  mockServer({}).mockImplementation(() => pending);
  const { user } = renderIn(() => <InspectionNote job={job} />, { profile: signedIn() });
  const edit = () => user.click(screen.getByRole('button', { name: 'Edit: Inspection note' }));
  await edit();
  await user.type(screen.getByLabelText('Inspection note'), ' First.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await edit();
  await user.type(screen.getByLabelText('Inspection note'), ' Second.');
  answer(Response.json({ job: { ...job, inspectionNote: 'Decking soft. First.' } }));
  await screen.findByText(/updated this job/);
  expect(screen.getByLabelText('Inspection note')).toHaveValue('Decking soft. First. Second.');
});
