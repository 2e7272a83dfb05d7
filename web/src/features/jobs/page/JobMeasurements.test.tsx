import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setLanguage } from '@/i18n';
import { useJob } from '@/queries/jobs/jobs';
import { aJob, jobId } from '@/testing/aJob';
import { lastRequest, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { JobMeasurements } from './JobMeasurements';

const square = { id: jobId(60), measurement: 'square', amount: 28.5, jobId: jobId(7) };
const feet = { id: jobId(61), measurement: 'square foot', amount: 2736, jobId: jobId(7) };
const job = aJob(7, { reports: [square, feet] });
const read = { [`GET /api/jobs/job/${job.id}`]: { info: job } };

function Shown() {
  const { job: shown } = useJob(job.id);
  return shown === undefined ? null : <JobMeasurements job={shown} />;
}

async function open(profile = signedIn()) {
  const page = renderIn(() => <Shown />, { profile });
  await screen.findByText('28.5');
  return page;
}

const amount = () => screen.getByLabelText(/^Amount/);
const add = () => screen.getByRole('button', { name: 'Add measurement' });

test('a measurement shows with its unit, and the form is cleared for the next one of the same unit', async () => {
  const report = { id: jobId(62), measurement: 'linear foot', amount: 142, jobId: job.id };
  const fetch = mockServer({ ...read, 'POST /api/jobs/addMeasurementReport': { report } });
  const { user } = await open();
  const unit = screen.getByRole('combobox', { name: /^Unit/ });
  expect(unit).toHaveValue('square');
  await user.click(unit);
  expect(await screen.findAllByRole('option')).toHaveLength(21);
  await user.click(screen.getByRole('option', { name: 'linear foot' }));
  await user.type(amount(), '142');
  await user.click(add());
  expect(await screen.findByRole('cell', { name: 'linear foot' })).toBeVisible();
  expect(screen.getByRole('cell', { name: '142' })).toBeVisible();
  expect(lastRequest(fetch)).toEqual({ jobId: job.id, measurement: 'linear foot', amount: 142 });
  expect(amount()).toHaveValue('');
  expect(unit).toHaveValue('linear foot');
});

test.each(['-4', '1.2345'])('an amount of %s is not sent, and the field shows why', async (typed) => {
  const fetch = mockServer(read);
  const { user } = await open();
  await user.type(amount(), typed);
  await user.click(add());
  expect(amount()).toBeInvalid();
  expect(fetch.mock.calls.every(([, init]) => (init?.method ?? 'GET') === 'GET')).toBe(true);
});

test('a measurement that could not be stored is restored in the form', async () => {
  const down = refusal(500, 'internal', 'inside');
  mockServer({ ...read, 'POST /api/jobs/addMeasurementReport': down });
  const { user } = await open();
  await user.type(amount(), '6');
  await user.click(add());
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'Error adding your report. Please try again in a moment.',
  );
  expect(amount()).toHaveValue('6');
  expect(screen.queryByText('6')).toBeNull();
});

test('a measurement is deleted only after a confirmation that names it', async () => {
  const address = `DELETE /api/jobs/deleteMeasurementReport/${square.id}`;
  const fetch = mockServer({ ...read, [address]: { id: square.id } });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Delete: 28.5 square' }));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('28.5 square');
  expect(fetch.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false);
  await user.click(within(question).getByRole('button', { name: 'Yes, remove it!' }));
  await waitFor(() => expect(screen.queryByText('28.5')).toBeNull());
  expect(screen.getByText('2,736')).toBeVisible();
  expect(fetch.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(true);
});

test('a measurement that could not be deleted is restored', async () => {
  const address = `DELETE /api/jobs/deleteMeasurementReport/${square.id}`;
  mockServer({ ...read, [address]: refusal(500, 'internal', 'inside') });
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Delete: 28.5 square' }));
  await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(
    'There was an issue when deleting your measurement report.',
  );
  expect(screen.getByText('28.5')).toBeInTheDocument();
});

test('a member can read the measurements and sees why none can be added', async () => {
  mockServer(read);
  await open(signedIn({ userType: 'member' }));
  expect(add()).toHaveAccessibleDescription('Unauthorized');
  expect(amount()).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Delete: 28.5 square' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
});

test('a subcontractor can read the measurements in its own language', async () => {
  mockServer(read);
  setLanguage('spanish');
  await open(signedIn({ language: 'spanish' }, { companyType: 'subcontractor', id: jobId(99) }));
  expect(screen.getByRole('cell', { name: 'pie cuadrado' })).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
