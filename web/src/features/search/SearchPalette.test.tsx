import type { SearchAnswer } from '@bindings';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useLanguage } from '@/i18n';
import { mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { useGuardedClose } from '@/ui/overlays/unsavedForms';

import { readRecent } from './recent';
import { SearchPalette } from './SearchPalette';

const job = { id: 'j1', title: 'Sunset re-roof', detail: '1204 Sunset Blvd, Nashville, TN', start: null };
const sunset: SearchAnswer = {
  found: [
    { kind: 'jobs', total: 9, hits: [job, { ...job, id: 'j2', title: 'Sunset gutters' }] },
    {
      kind: 'appointments',
      total: 1,
      hits: [{ id: 'a1', title: '', detail: '5 Sunset Ln', start: '2026-06-11T15:52:00Z' }],
    },
  ],
};

const answers = (words: string, answer: unknown) => ({
  'GET /api/search?q=': { found: [] },
  [`GET /api/search?q=${words}`]: answer,
});

function open(profile = signedIn(), responses: Record<string, unknown> = answers('sunset', sunset)) {
  const fetch = mockServer(responses);
  const onClose = vi.fn();
  const shown = renderIn(
    () => {
      useLanguage();
      return <SearchPalette onClose={onClose} />;
    },
    { profile },
  );
  return { ...shown, fetch, onClose };
}

const field = () => screen.findByRole('combobox', { name: 'Search everything' });
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent);
const selected = () => screen.getByRole('option', { selected: true });

test('a job is found by a part of its address and opened with the keyboard alone', async () => {
  const { user, router, onClose } = open();
  await user.type(await field(), 'sunset');
  expect(await screen.findByRole('option', { name: /Sunset re-roof/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  const jobs = screen.getByRole('group', { name: /^Jobs\s*9$/ });
  expect(within(jobs).getAllByRole('option')).toHaveLength(3);
  await user.keyboard('{ArrowDown}');
  expect(selected()).toHaveTextContent('Sunset gutters');
  expect(await field()).toHaveAttribute('aria-activedescendant', selected().id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs/details/j2'));
  expect(onClose).toHaveBeenCalled();
});

test('Enter before the response opens a result for what was typed, not a previous result', async () => {
  const { user, router } = open();
  await user.type(await field(), 'sunset{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs/details/j1'));
});

test('all matches of a kind are one step away, in the list with the same search term', async () => {
  const { user, router } = open();
  await user.type(await field(), 'sunset');
  await user.click(await screen.findByRole('option', { name: 'See all in Jobs' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs'));
  expect(router.state.location.search).toBe('?q=sunset');
});

test('an appointment without a customer still shows its kind and its time', async () => {
  const { user } = open();
  await user.type(await field(), 'sunset');
  const option = await screen.findByRole('option', { name: /Appointment/ });
  expect(option).toHaveTextContent('Jun 11th 2026, 9:52 AM · 5 Sunset Ln');
});

test('before anything is typed it offers the allowed commands, and every page', async () => {
  open();
  await field();
  expect(options()).toEqual(expect.arrayContaining(['New Job', 'Import jobs', 'Calendar', 'Log out']));
});

test('no user is offered a command that they may not run', async () => {
  open(signedIn({ userType: 'member' }));
  await field();
  const offered = options();
  for (const act of ['New Job', 'New customer', 'New appointment', 'Invite people', 'Import jobs'])
    expect(offered).not.toContain(act);
  expect(offered).toEqual(expect.arrayContaining(['Customers', 'Vendors', 'Jobs']));
  expect(offered).not.toContain('Company settings');
});

test('a subcontractor is offered no pages of contractors', async () => {
  open(signedIn({}, { companyType: 'subcontractor' }));
  await field();
  const offered = options();
  for (const page of ['Customers', 'Products', 'Vendors', 'New Job']) expect(offered).not.toContain(page);
  expect(offered).toContain('Company settings');
});

test('pages and commands are found by a word of their name, also while the server is unreachable', async () => {
  const { user, router } = open(signedIn(), {
    'GET /api/search?q=': { found: [] },
    'GET /api/search?q=price': refusal(403, 'forbidden', 'Not now.'),
  });
  await user.type(await field(), 'price');
  expect(await screen.findByRole('alert')).toHaveTextContent('Not now.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(options()).toEqual(['Import a price list']);
  await user.click(await field());
  await user.keyboard('{Enter}');
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/jobs/products/import'));
});

test('a search without a match shows so', async () => {
  const { user } = open(signedIn(), answers('zephyr', { found: [] }));
  await user.type(await field(), 'zephyr');
  expect(await screen.findAllByText('Nothing found for “zephyr”')).not.toHaveLength(0);
  expect(screen.queryByRole('listbox')).not.toBeInTheDocument();
});

test('a chosen result is offered first the next time, on this device', async () => {
  const profile = signedIn();
  const first = open(profile);
  await first.user.type(await field(), 'sunset');
  await first.user.click(await screen.findByRole('option', { name: /Sunset re-roof/ }));
  await waitFor(() => expect(readRecent(profile.user.id)).toHaveLength(1));
  document.body.innerHTML = '';
  open(profile);
  await field();
  const recent = screen.getByRole('group', { name: 'Recent' });
  expect(within(recent).getByRole('option')).toHaveTextContent('Sunset re-roof');
});

test('a command that is no longer allowed is not offered among the recent ones', async () => {
  const profile = signedIn({ userType: 'member' });
  const stored = [{ kind: 'way', id: '/app/jobs/new' }, { kind: 'way', id: '/app/help' }, 7];
  localStorage.setItem(`ridgeline.chosen.${profile.user.id}`, JSON.stringify(stored));
  open(profile);
  await field();
  const recent = screen.getByRole('group', { name: 'Recent' });
  expect(
    within(recent)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Help']);
});

test('Esc closes it and returns the focus', async () => {
  const opener = document.createElement('button');
  document.body.append(opener);
  opener.focus();
  const { user, onClose } = open();
  await field();
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalled();
  await waitFor(() => expect(opener).toHaveFocus());
  opener.remove();
});

test('the language is changed for the account and applies at once', async () => {
  const profile = signedIn();
  const { user, fetch } = open(profile, {
    ...answers('spanish', { found: [] }),
    'POST /api/auth/user/update': { user: { ...profile.user, language: 'spanish' } },
  });
  await user.type(await field(), 'spanish');
  await user.click(await screen.findByRole('option', { name: /Español/ }));
  await waitFor(() => expect(fetch.mock.calls.some(([path]) => path === '/api/auth/user/update')).toBe(true));
  expect(await screen.findByRole('combobox', { name: 'Buscar en todo' })).toBeVisible();
});

test('dark or light is chosen for this device', async () => {
  const { user } = open(signedIn(), answers('dark', { found: [] }));
  await user.type(await field(), 'dark');
  await user.click(await screen.findByRole('option', { name: 'Dark mode' }));
  await waitFor(() => expect(localStorage.getItem('ridgeline.scheme')).toBe('dark'));
});

function Form() {
  useGuardedClose(true, () => undefined);
  return null;
}

test('text in an open form is not lost by opening another page', async () => {
  mockServer(answers('help', { found: [] }));
  const { user, router } = renderIn(
    () => (
      <>
        <Form />
        <SearchPalette onClose={() => undefined} />
      </>
    ),
    { profile: signedIn() },
  );
  await user.type(await field(), 'help{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(router.state.location.pathname).toBe('/here');
  await user.click(await field());
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/help'));
});
