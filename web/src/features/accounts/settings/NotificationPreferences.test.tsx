import type { NotificationChoice } from '@bindings';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { NotificationPreferences } from './NotificationPreferences';

const path = '/api/notifications/choices';

const jobs: NotificationChoice = {
  kind: 'jobs',
  title: 'Jobs',
  text: 'A job is assigned to you, or taken back.',
  choice: 'app',
};
const messages: NotificationChoice = {
  ...jobs,
  kind: 'messages',
  title: 'Messages',
  text: 'Somebody writes.',
};

const show = () => renderIn(() => <NotificationPreferences />, { profile: signedIn() });
const select = (name: string) => screen.findByRole('combobox', { name });

test('each choice is saved at once and leaves the others unchanged', async () => {
  const fetch = mockServer({
    [`GET ${path}`]: { choices: [jobs, messages] },
    [`PUT ${path}`]: { choice: { ...messages, choice: 'digest' } },
  });
  const { user } = show();
  await user.selectOptions(await select('Messages'), 'Also by email once a day');
  expect(await screen.findByText('Your choice was saved.')).toBeInTheDocument();
  expect(lastRequestTo(fetch, path)).toEqual({ kind: 'messages', choice: 'digest' });
  expect(await select('Messages')).toHaveValue('digest');
  expect(await select('Jobs')).toHaveValue('app');
  expect(await select('Jobs')).toHaveAccessibleDescription('A job is assigned to you, or taken back.');
});

test('a choice that could not be saved is reverted, with the reason', async () => {
  mockServer({ [`GET ${path}`]: { choices: [jobs] }, [`PUT ${path}`]: refusal(500, 'internal', 'inside') });
  const { user } = show();
  await user.selectOptions(await select('Jobs'), 'Not at all');
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('There was an issue saving your choice.');
  await waitFor(async () => expect(await select('Jobs')).toHaveValue('app'));
});

test('choices that cannot be loaded show an error with a retry button', async () => {
  mockServer({ [`GET ${path}`]: refusal(403, 'forbidden', 'Unauthorized') });
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Unauthorized');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});
