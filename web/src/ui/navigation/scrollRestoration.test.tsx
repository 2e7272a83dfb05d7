import { act, render, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';

import { PageScrollRestoration, useScrollRestoration } from './scrollRestoration';

const page = document.documentElement;

afterEach(() => {
  page.scrollTop = 0;
});

function List() {
  const box = useRef<HTMLElement>(null);
  useScrollRestoration(box, 'test');
  return (
    <section ref={box} aria-label="Jobs">
      <Outlet />
    </section>
  );
}

/** Routes as deep as the app's: root, providers, session, shell, page, and overlay. */
function open(at: string) {
  const pages = [
    { path: '/jobs', element: <List />, children: [{ path: 'new', element: <p>form</p> }] },
    { path: '/customers', element: <p>customers</p> },
  ];
  const bars = { children: pages };
  const frame = {
    element: (
      <>
        <PageScrollRestoration />
        <Outlet />
      </>
    ),
    children: [{ children: [bars] }],
  };
  const router = createMemoryRouter([{ children: [frame] }], { initialEntries: [at] });
  render(<RouterProvider router={router} />);
  const go = (to: string | number) => act(() => router.navigate(to as string));
  const scroll = (to: number) =>
    act(() => {
      page.scrollTop = to;
      window.dispatchEvent(new Event('scroll'));
    });
  return { go, scroll };
}

test('Back returns to the same row of the list', async () => {
  const { go } = open('/jobs');
  screen.getByRole('region', { name: 'Jobs' }).scrollTop = 4_400;
  await go('/customers');
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  await go(-1);
  await waitFor(() => expect(screen.getByRole('region', { name: 'Jobs' }).scrollTop).toBe(4_400));
});

test('a newly opened list starts at its top', async () => {
  const { go } = open('/jobs');
  screen.getByRole('region', { name: 'Jobs' }).scrollTop = 4_400;
  await go('/customers');
  await go('/jobs');
  expect(screen.getByRole('region', { name: 'Jobs' }).scrollTop).toBe(0);
});

test('the next page starts at its top, and Back restores the scroll position of the previous one', async () => {
  const { go, scroll } = open('/jobs');
  scroll(900);
  await go('/customers');
  expect(page.scrollTop).toBe(0);
  await go(-1);
  expect(page.scrollTop).toBe(900);
});

test('an overlay does not scroll the page behind it', async () => {
  const { go, scroll } = open('/jobs');
  scroll(900);
  await go('/jobs/new');
  expect(page.scrollTop).toBe(900);
  await go(-1);
  expect(page.scrollTop).toBe(900);
});
