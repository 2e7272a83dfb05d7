import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderIn } from '@/testing/render';

import { Overlay } from './Overlay';
import { confirm, popup } from './popups';

test('an error popup focuses OK, and returns the focus to the button that caused it', async () => {
  const { user } = renderIn(() => (
    <button type="button" onClick={() => void popup.oops('There was an error deleting this job.')}>
      Delete
    </button>
  ));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const box = screen.getByRole('alertdialog', { name: 'Oops...' });
  expect(box).toHaveAccessibleDescription('There was an error deleting this job.');
  expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Delete' })).toHaveFocus();
});

test('a confirmation focuses Cancel, so that Enter deletes nothing', async () => {
  const { user } = renderIn(() => null);
  let answer: Promise<boolean> | undefined;
  act(() => {
    answer = confirm({
      body: 'Work order #2418-2 will be deleted.',
      confirmLabel: 'Yes, remove it!',
      danger: true,
    });
  });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await user.keyboard('{Enter}');
  await expect(answer).resolves.toBe(false);
});

test('Tab stays inside a confirmation', async () => {
  const { user } = renderIn(() => <button type="button">outside</button>);
  act(() => void confirm({ body: 'Sure?', confirmLabel: 'Yes, remove it!', danger: true }));
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await waitFor(() => expect(cancel).toHaveFocus());
  await user.tab();
  expect(screen.getByRole('button', { name: 'Yes, remove it!' })).toHaveFocus();
  await user.tab();
  expect(cancel).toHaveFocus();
});

test('Esc declines a confirmation, and its button confirms it', async () => {
  const { user } = renderIn(() => null);
  let answer: Promise<boolean> | undefined;
  act(() => {
    answer = confirm({ body: 'Sure?', confirmLabel: 'Yes, remove it!' });
  });
  await user.keyboard('{Escape}');
  await expect(answer).resolves.toBe(false);
  act(() => {
    answer = confirm({ body: 'Sure?', confirmLabel: 'Yes, remove it!' });
  });
  await user.click(screen.getByRole('button', { name: 'Yes, remove it!' }));
  await expect(answer).resolves.toBe(true);
});

test('popups that open together show one after the other', async () => {
  const { user } = renderIn(() => null);
  act(() => {
    void popup.oops('first');
    void popup.oops('second');
  });
  expect(screen.getByRole('alertdialog')).toHaveTextContent('first');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(screen.getByRole('alertdialog')).toHaveTextContent('second');
  await waitFor(() => expect(screen.getByRole('button', { name: 'OK' })).toHaveFocus());
});

test('Esc does not lose typed input: the overlay asks, and Esc on the confirmation keeps it open', async () => {
  const close = vi.fn();
  const { user } = renderIn(() => (
    <Overlay title="New Job" dirty onClose={close}>
      <input aria-label="Title" />
    </Overlay>
  ));
  await user.click(await screen.findByLabelText('Title'));
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('alertdialog', { name: 'Discard your changes?' });
  expect(question).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Keep editing' })).toHaveFocus());
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(close).not.toHaveBeenCalled();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(close).toHaveBeenCalledOnce());
});

test('an overlay without changes closes at once', async () => {
  const close = vi.fn();
  const { user } = renderIn(() => (
    <Overlay title="Job" onClose={close}>
      <p>facts</p>
    </Overlay>
  ));
  await screen.findByRole('dialog', { name: 'Job' });
  await user.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});
