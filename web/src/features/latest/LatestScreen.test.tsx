import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setLanguage } from '@/i18n';
import { lastRequest, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { LatestScreen } from './LatestScreen';

const call = 'POST /api/feedback';

const show = (at = '/app/latest', profile = signedIn()) =>
  renderIn(() => <LatestScreen />, { profile, at, path: '/app/latest' });

type User = ReturnType<typeof show>['user'];

async function write(user: User, type = 'Found a bug') {
  await user.type(screen.getByLabelText(/Subject/), 'Map');
  await user.click(screen.getByRole('combobox', { name: /Type/ }));
  await user.click(await screen.findByRole('option', { name: type }));
  await user.type(screen.getByLabelText(/Details/), 'It is blank.');
}

const send = (user: User) => user.click(screen.getByRole('button', { name: 'Send feedback' }));

test('the release notes describe features and link to them', () => {
  show();
  const lanes = screen.getByRole('article', { name: 'One row for every crew' });
  expect(within(lanes).getByRole('link')).toHaveAttribute('href', '/app/calendar?show=crews');
  expect(screen.getAllByRole('article')).toHaveLength(5);
});

test('a subcontractor sees no link to vendors, which they do not have', () => {
  show('/app/latest', signedIn({}, { companyType: 'subcontractor' }));
  expect(screen.queryByRole('link', { name: 'Open your vendors' })).not.toBeInTheDocument();
});

test('an address opens its tab, and a tab can be sent as an address', async () => {
  const { user, router } = show('/app/latest?tab=polls');
  expect(screen.getByRole('heading', { name: 'No polls yet' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Give feedback' }));
  expect(router.state.location.search).toBe('?tab=feedback');
  expect(screen.getByLabelText(/Subject/)).toBeVisible();
});

test.each([
  ['Feature request', 'feature request', 'We read every idea and will think about this one.'],
  ['Complaint', 'complaint', 'We are sorry about the trouble and will look into it.'],
  ['Found a bug', 'found a bug', 'We will look for this bug.'],
  ['Other', 'other', 'We have read what you wrote.'],
])('%s is sent under its type, and shows the thanks for it', async (name, type, thanks) => {
  const fetch = mockServer({ [call]: { id: '1' } });
  const { user } = show('/app/latest?tab=feedback');
  await write(user, name);
  await send(user);
  expect(await screen.findByRole('alertdialog', { name: 'Thank you!' })).toHaveTextContent(thanks);
  expect(lastRequest(fetch)).toEqual({ subject: 'Map', type, details: 'It is blank.' });
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.getByLabelText(/Subject/)).toHaveValue('');
  expect(screen.getByLabelText(/Subject/)).not.toHaveAttribute('aria-invalid', 'true');
});

test('feedback that could not be sent keeps every word', async () => {
  mockServer({ [call]: refusal(500, 'internal', 'no') });
  const { user } = show('/app/latest?tab=feedback');
  await write(user);
  await send(user);
  expect(await screen.findByRole('alertdialog', { name: 'Oops...' })).toHaveTextContent(
    'What you wrote is still here.',
  );
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.getByLabelText(/Subject/)).toHaveValue('Map');
  expect(screen.getByRole('combobox', { name: /Type/ })).toHaveValue('Found a bug');
  expect(screen.getByLabelText(/Details/)).toHaveValue('It is blank.');
});

test('a look at the release notes keeps the typed feedback', async () => {
  const { user } = show('/app/latest?tab=feedback');
  await user.type(screen.getByLabelText(/Details/), 'The map is blank');
  await user.click(screen.getByRole('tab', { name: 'News' }));
  await user.click(screen.getByRole('tab', { name: 'Feedback' }));
  expect(screen.getByLabelText(/Details/)).toHaveValue('The map is blank');
});

test('incomplete feedback is not sent, and the first missing field is shown', async () => {
  const fetch = mockServer({});
  const { user } = show('/app/latest?tab=feedback');
  await user.type(screen.getByLabelText(/Subject/), 'Map');
  await send(user);
  expect(screen.getByRole('combobox', { name: /Type/ })).toHaveFocus();
  expect(screen.getByLabelText(/Details/)).toHaveAttribute('aria-invalid', 'true');
  expect(fetch).not.toHaveBeenCalled();
});

test('in Spanish the types have Spanish names and the same values', async () => {
  const fetch = mockServer({ [call]: { id: '1' } });
  setLanguage('spanish');
  const { user } = show('/app/latest?tab=feedback', signedIn({ language: 'spanish' }));
  await user.type(screen.getByLabelText(/Asunto/), 'Mapa');
  await user.click(screen.getByRole('combobox', { name: /Tipo/ }));
  await user.click(await screen.findByRole('option', { name: 'Queja' }));
  await user.type(screen.getByLabelText(/Detalles/), 'Está en blanco.');
  await user.click(screen.getByRole('button', { name: 'Enviar comentarios' }));
  expect(await screen.findByRole('alertdialog', { name: '¡Gracias!' })).toHaveTextContent(
    'Lamentamos la molestia y lo revisaremos.',
  );
  expect(lastRequest(fetch)).toMatchObject({ type: 'complaint' });
});
