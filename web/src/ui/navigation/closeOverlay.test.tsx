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
  const where = () => `${router.state.location.pathname}${router.state.location.search}`;
  return { router, where, user: userEvent.setup({ delay: null }) };
}

test('after a job was closed, Back leads to where one was before the list, not into the job again', async () => {
  const { router, where, user } = open('/company');
  await act(() => router.navigate('/jobs?tab=active'));
  await act(() => router.navigate('/jobs/7?tab=active'));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(where()).toBe('/jobs?tab=active'));
  await act(() => router.navigate(-1));
  await waitFor(() => expect(where()).toBe('/company'));
});

test('who came to a job by a link is led to the list by closing it', async () => {
  const { where, user } = open('/jobs/7');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(where()).toBe('/jobs?tab=active'));
});
