import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createBrowserRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useCloseOverlay } from './closeOverlay';
import { PageScrollRestoration } from './scrollRestoration';

afterEach(() => window.history.replaceState(null, '', '/'));

function Job() {
  const leave = useCloseOverlay();
  return (
    <button type="button" onClick={() => leave({ pathname: '/jobs', search: 'tab=active' })}>
      Close
    </button>
  );
}

function open(at: string) {
  window.history.replaceState(null, '', at);
  const router = createBrowserRouter([
    {
      element: (
        <>
          <PageScrollRestoration />
          <Outlet />
        </>
      ),
      children: [
        { path: '/company', element: <p>company</p> },
        { path: '/jobs', element: <Outlet />, children: [{ path: ':id', element: <Job /> }] },
      ],
    },
  ]);
  render(<RouterProvider router={router} />);
  const address = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { router, address, user: userEvent.setup({ delay: null }) };
}

test('after a job was closed, Back leads to the page before the list, not into the job again', async () => {
  const { router, address, user } = open('/company');
  await act(() => router.navigate('/jobs?tab=active'));
  await act(() => router.navigate('/jobs/7?tab=active'));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(address()).toBe('/jobs?tab=active'));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(address()).toBe('/company'));
});

test('closing a job that was opened by a link leads to the list', async () => {
  const { address, user } = open('/jobs/7');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(address()).toBe('/jobs?tab=active'));
});
