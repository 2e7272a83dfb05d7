import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { notice } from '@/i18n';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { SubscribeOverlay } from './SubscribeOverlay';

const path = '/api/calendar/feed';
const none = { feed: { url: null, dateInserted: null, lastRead: null } };
const there = { feed: { url: null, dateInserted: '2026-03-02T18:00:00Z', lastRead: '2026-03-04T04:30:00Z' } };
const fresh = { feed: { url: '/feeds/abc.ics', dateInserted: '2026-03-05T18:00:00Z', lastRead: null } };

const open = () => renderIn(() => <SubscribeOverlay />, { profile: signedIn() });
const button = (name: string) => screen.findByRole('button', { name });

test('a new address is shown, ready to be copied or opened', async () => {
  mockServer({ [`GET ${path}`]: none, [`POST ${path}`]: fresh });
  const { user } = open();
  await user.click(await button('Create my address'));
  const address = await screen.findByLabelText('Address');
  expect(address).toHaveValue(`${location.origin}/feeds/abc.ics`);
  expect(screen.getByRole('link', { name: 'Open in my calendar' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^webcal:.*\/feeds\/abc\.ics$/),
  );
});

test('an address in use is not replaced without a confirmation', async () => {
  const fetch = mockServer({ [`GET ${path}`]: there, [`POST ${path}`]: fresh });
  const { user } = open();
  expect(await screen.findByText(/Created on/)).toHaveTextContent('Last read');
  await user.click(await button('Create a new address'));
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('stops working right away');
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(fetch.mock.calls.every(([, init]) => (init?.method ?? 'GET') === 'GET')).toBe(true);
});

test('a deleted address disappears from the screen', async () => {
  mockServer({ [`GET ${path}`]: there, [`DELETE ${path}`]: none });
  const { user } = open();
  await user.click(await button('Delete the address'));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes, continue' }),
  );
  await waitFor(() => expect(screen.queryByText(/Created on/)).toBeNull());
  expect(await button('Create my address')).toBeVisible();
});

test('a failed deletion keeps the address and shows an error', async () => {
  mockServer({ [`GET ${path}`]: there, [`DELETE ${path}`]: refusal(500, 'internal', 'It did not work.') });
  const { user } = open();
  await user.click(await button('Delete the address'));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes, continue' }),
  );
  expect(await screen.findByText('It did not work.')).toBeVisible();
  expect(screen.getByText(/Created on/)).toBeVisible();
});

test('a press without a network shows an error at once, and is not silently repeated later', async () => {
  mockServer({ [`GET ${path}`]: none });
  const { user } = open();
  const make = await button('Create my address');
  const failingFetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', failingFetch);
  act(() => void window.dispatchEvent(new Event('offline')));
  await user.click(make);
  expect(await screen.findByText(notice('offline'))).toBeVisible();
  const before = failingFetch.mock.calls.length;
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(make).toBeEnabled());
  expect(failingFetch).toHaveBeenCalledTimes(before);
});
