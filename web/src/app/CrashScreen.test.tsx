import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeToken } from '@/api/token';
import { setLanguage } from '@/i18n';

import { CrashScreen } from './CrashScreen';
import { NotFoundScreen } from './NotFoundScreen';

function Broken(): never {
  throw new Error('a screen broke');
}

function open(at: string) {
  const bars = (
    <>
      <nav>the bars</nav>
      <Outlet />
    </>
  );
  const router = createMemoryRouter(
    [
      {
        element: bars,
        children: [
          { path: '/broken', ErrorBoundary: CrashScreen, Component: Broken },
          { path: '/jobs', element: <h1>Jobs</h1> },
          { path: '*', Component: NotFoundScreen },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  render(<RouterProvider router={router} />);
  return router;
}

// React logs the error to the console; it is expected.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

test('a screen that crashes leaves the navigation in place, says so, and offers three ways to continue', async () => {
  storeToken('a-token');
  const router = open('/broken');
  expect(screen.getByText('the bars')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(document.title).toMatch(/.+ · Ridgeline/);
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your company' })).toHaveAttribute('href', '/app/company');
  // The third is the navigation, which leaves the crashed page.
  await act(() => router.navigate('/jobs'));
  expect(screen.getByRole('heading', { name: 'Jobs' })).toBeVisible();
});

test('an unknown address shows a link to the user’s company, in the user’s language', () => {
  storeToken('a-token');
  open('/nowhere');
  expect(screen.getByRole('link')).toHaveAttribute('href', '/app/company');
  const english = screen.getByRole('heading', { level: 1 }).textContent;
  act(() => setLanguage('spanish'));
  open('/nowhere');
  expect(screen.getAllByRole('heading', { level: 1 }).at(-1)?.textContent).not.toBe(english);
});

test('an unknown address shows a link to the start page when nobody is signed in', () => {
  open('/nowhere');
  expect(screen.getByRole('link')).toHaveAttribute('href', '/');
});
