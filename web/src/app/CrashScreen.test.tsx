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

// React tells the console of what broke; the test knows.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => vi.restoreAllMocks());

test('a screen that broke leaves the bars in place, says so, and knows three ways on', async () => {
  storeToken('a-token');
  const router = open('/broken');
  expect(screen.getByText('the bars')).toBeVisible();
  expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  expect(document.title).toMatch(/.+ · Ridgeline/);
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Go to your company' })).toHaveAttribute('href', '/app/company');
  // The third are the bars: whoever goes on by them is not kept on the page that broke.
  await act(() => router.navigate('/jobs'));
  expect(screen.getByRole('heading', { name: 'Jobs' })).toBeVisible();
});

test('an address that leads nowhere leads back to one’s own company, in one’s own language', () => {
  storeToken('a-token');
  open('/nowhere');
  expect(screen.getByRole('link')).toHaveAttribute('href', '/app/company');
  const english = screen.getByRole('heading', { level: 1 }).textContent;
  act(() => setLanguage('spanish'));
  open('/nowhere');
  expect(screen.getAllByRole('heading', { level: 1 }).at(-1)?.textContent).not.toBe(english);
});

test('who is not signed in is led from nowhere to the start page', () => {
  open('/nowhere');
  expect(screen.getByRole('link')).toHaveAttribute('href', '/');
});
