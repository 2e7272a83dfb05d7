import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { JobTemplatesForm } from './JobTemplatesForm';

const list = { 'GET /api/job_templates/all': { templates: [{ id: 't1', name: 'Hail' }] } };
const open = () => renderIn(() => <JobTemplatesForm />, { profile: signedIn() });

test('a template is renamed in place, and a refused name comes back to be corrected', async () => {
  const wrong = refusal(422, 'validation', 'Use at most 100 characters.');
  mockServer({ ...list, 'PUT /api/job_templates/t1': wrong });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Rename Hail' }));
  await user.type(screen.getByLabelText('Name of the template'), ' and wind{Enter}');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Use at most 100 characters.');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.getByLabelText('Name of the template')).toHaveValue('Hail and wind');
});

test('a template is deleted after a question, and stays when the server fails', async () => {
  mockServer({ ...list, 'DELETE /api/job_templates/t1': refusal(409, 'conflict', 'Not now.') });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Remove: Hail' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Delete the template Hail?');
  await user.click(screen.getByRole('button', { name: 'Yes, remove it!' }));
  expect(await screen.findByText('Not now.')).toBeVisible();
  expect(screen.getByText('Hail')).toBeVisible();
});
