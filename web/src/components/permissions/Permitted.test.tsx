import { Button } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderIn, signedIn } from '@/testing/render';

import { Permitted } from './Permitted';

const show = (userType: 'admin' | 'member', press: () => void, unless: string | null = null) =>
  renderIn(
    () => (
      <Permitted action="jobs.create" unless={unless}>
        <Button onClick={press}>New Job</Button>
      </Permitted>
    ),
    { profile: signedIn({ userType }) },
  );

test('an admin can press the button', async () => {
  const press = vi.fn();
  const { user } = show('admin', press);
  await user.click(screen.getByRole('button', { name: 'New Job' }));
  expect(press).toHaveBeenCalledOnce();
});

test('a member cannot press the button, but can focus it and read why', async () => {
  const press = vi.fn();
  const { user } = show('member', press);
  await user.tab();
  const button = screen.getByRole('button', { name: 'New Job' });
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription('Only admin accounts may create jobs');
  await user.keyboard('{Enter}');
  expect(press).not.toHaveBeenCalled();
});

test('another reason disables the button as well', () => {
  show('admin', () => undefined, 'You can not reschedule jobs which are marked as complete.');
  expect(screen.getByRole('button')).toHaveAccessibleDescription(/marked as complete/);
});
