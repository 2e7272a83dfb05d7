import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeToken } from '@/api/token';
import { mockServer } from '@/testing/render';

import { LandingScreen } from './LandingScreen';

/** Renders like the start page: without router, component library or account. */
const open = () => {
  mockServer({});
  render(<LandingScreen />);
};

const goal = (name: string) => screen.getAllByRole('link', { name }).map((link) => link.getAttribute('href'));

test('each of the three kinds of companies has its section', () => {
  open();
  const titles = screen.getAllByRole('heading').map(({ textContent }) => textContent);
  expect(titles).toEqual([
    'Schedule the roof. Send the order. Get the sign-off.',
    'Contractors run every crew from one board',
    'Subcontractors see the work in their language',
    'Vendors get orders they can load without calling back',
    'Find Out More',
  ]);
  for (const id of ['contractors', 'subcontractors', 'vendors', 'find-out-more'])
    expect(document.getElementById(id), id).not.toBeNull();
});

test('a visitor gets links to sign in and up', () => {
  open();
  expect(goal('SIGN IN')).toEqual(['/api/auth/login']);
  expect(goal('SIGN UP')).toEqual([
    '/api/auth/login?screen_hint=signup',
    '/api/auth/login?screen_hint=signup',
  ]);
  expect(screen.queryByRole('link', { name: 'account' })).toBeNull();
});

test('a signed-in user gets a link to the account instead of signing in', () => {
  storeToken('a-token');
  open();
  expect(goal('account')).toEqual(['/app/company']);
  expect(screen.queryByRole('link', { name: 'SIGN IN' })).toBeNull();
});

test('SIGN UP never replaces an open session at an identity provider: it asks to sign out first', () => {
  storeToken('a-token');
  open();
  // The content of that page: signIn/provider.test.tsx.
  expect(goal('SIGN UP')).toEqual(['/sign-up', '/sign-up']);
});
