import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aCompany, lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { QualificationsCard } from './QualificationsCard';

const osha = { id: 'q1', qualification: 'OSHA 30' };
const lead = { id: 'q2', qualification: 'Lead-safe certified' };
const list = { [`GET /api/qualifications/find/${aCompany.id}`]: { qualifications: [osha, lead] } };
const added = '/api/qualifications/new';

const show = (profile = signedIn()) => renderIn(() => <QualificationsCard />, { profile });
const field = () => screen.getByRole('textbox', { name: 'New qualification' });

test('an admin can add a qualification and type the next one at once', async () => {
  const fetch = mockServer({
    ...list,
    [`POST ${added}`]: { newQualification: { id: 'q3', qualification: 'EPA' } },
  });
  const { user } = show();
  await screen.findByText('OSHA 30');
  await user.type(field(), 'EPA{Enter}');
  await waitFor(() => expect(lastRequestTo(fetch, added)).toEqual({ qualification: 'EPA' }));
  await waitFor(() => expect(field()).toHaveValue(''));
  expect(field()).toHaveFocus();
});

test('an empty field is not submitted, and keeps the focus', async () => {
  const fetch = mockServer(list);
  const { user } = show();
  await screen.findByText('OSHA 30');
  await user.type(field(), '   ');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(field()).toHaveFocus();
  expect(field()).not.toBeInvalid();
  expect(lastRequestTo(fetch, added)).toBeNull();
});

test('a qualification longer than 40 characters is not sent, and stays to be shortened', async () => {
  const fetch = mockServer(list);
  const { user } = show();
  await screen.findByText('OSHA 30');
  await user.type(field(), `${'x'.repeat(41)}{Enter}`);
  expect(screen.getByText('41 / 40')).toBeVisible();
  expect(field()).toBeInvalid();
  expect(field()).toHaveValue('x'.repeat(41));
  expect(lastRequestTo(fetch, added)).toBeNull();
});

test('a qualification that could not be deleted is restored at its position', async () => {
  mockServer({ ...list, 'DELETE /api/qualifications/delete/q1': refusal(500, 'internal', 'inside') });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Delete OSHA 30' }));
  const popup = await screen.findByRole('alertdialog');
  expect(popup).toHaveTextContent('There was an issue deleting your qualification.');
  await user.click(within(popup).getByRole('button', { name: 'OK' }));
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'OSHA 30',
    'Lead-safe certified',
  ]);
});

test('a qualification that could not be added is still in the field', async () => {
  mockServer({ ...list, [`POST ${added}`]: refusal(500, 'internal', 'inside') });
  const { user } = show();
  await screen.findByText('OSHA 30');
  await user.type(field(), 'EPA{Enter}');
  const message = 'There was an issue creating your qualification.';
  expect(await screen.findByRole('alertdialog')).toHaveTextContent(message);
  expect(screen.getByDisplayValue('EPA')).toBeInTheDocument();
});

test('a member can read them, without any controls', async () => {
  mockServer(list);
  show(signedIn({ userType: 'member' }));
  expect(await screen.findByText('OSHA 30')).toBeVisible();
  const card = within(screen.getByRole('region', { name: /Qualifications/ }));
  expect(card.queryByRole('button')).toBeNull();
  expect(card.queryByRole('textbox')).toBeNull();
});
