import { act, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderIn } from '@/testing/render';

import { Overlay } from '@/ui/overlays/Overlay';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { PageTitle, PhoneHeaderActions } from './PageTitle';

function Jobs() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <PageTitle title="Jobs" />
      <button type="button" onClick={() => setOpen(true)}>
        Whitaker re-roof
      </button>
      {open && (
        <Overlay title="Whitaker re-roof" onClose={() => setOpen(false)}>
          <p>details</p>
        </Overlay>
      )}
    </>
  );
}

test('the document title is that of the top layer, and of the page again when that closes', async () => {
  const { user } = renderIn(() => <Jobs />);
  expect(document.title).toBe('Jobs · Ridgeline');
  await user.click(screen.getByRole('button', { name: 'Whitaker re-roof' }));
  await waitFor(() => expect(document.title).toBe('Whitaker re-roof · Ridgeline'));
  await user.click(await screen.findByRole('button', { name: 'Close' }));
  expect(document.title).toBe('Jobs · Ridgeline');
});

test('a link to an overlay sets the overlay’s title even if the page loads later', () => {
  renderIn(() => (
    <>
      <SidePanel title="New Job" onClose={() => undefined}>
        <p>form</p>
      </SidePanel>
      <PageTitle title="Jobs" />
    </>
  ));
  expect(document.title).toBe('New Job · Ridgeline');
});

test('closing an overlay returns the focus to the element that opened it', async () => {
  const { user } = renderIn(() => <Jobs />);
  const opener = screen.getByRole('button', { name: 'Whitaker re-roof' });
  await user.click(opener);
  await screen.findByRole('dialog', { name: 'Whitaker re-roof' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(opener).toHaveFocus());
});

test('a navigation focuses the heading of the next page; the first page does not move the focus', async () => {
  const { router } = renderIn(() => <PageTitle title="Jobs" />);
  expect(screen.getByRole('heading', { name: 'Jobs' })).toBeInTheDocument();
  await act(() => router.navigate('/elsewhere'));
  await act(() => router.navigate('/here'));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Jobs' })).toHaveFocus());
});

test('a side panel is one form, including its buttons', async () => {
  let sent = 0;
  const { user } = renderIn(() => (
    <SidePanel
      title="New Job"
      onClose={() => undefined}
      form={{
        onSubmit: (event) => {
          event.preventDefault();
          sent += 1;
        },
      }}
      footer={(close) => (
        <>
          <button type="button" onClick={close}>
            Cancel
          </button>
          <button type="submit">Create</button>
        </>
      )}
    >
      <input aria-label="Title" />
    </SidePanel>
  ));
  expect(await screen.findByRole('dialog', { name: 'New Job' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await user.type(screen.getByLabelText('Title'), 'x{Enter}');
  expect(sent).toBe(2);
});

test('a phone shows search and bell on top-level pages, but not on subpages', () => {
  const parts = { tools: <button type="button">Search</button>, line: <p>Reconnecting</p> };
  const { rerender } = render(<PageTitle title="Jobs" />, {
    wrapper: ({ children }) => <PhoneHeaderActions value={parts}>{children}</PhoneHeaderActions>,
  });
  expect(screen.getByRole('button', { name: 'Search' })).toBeInTheDocument();
  rerender(<PageTitle title="Work order #2418-1" back={<a href="/app/jobs">Back</a>} />);
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
  expect(screen.getByText('Reconnecting')).toBeInTheDocument();
});
