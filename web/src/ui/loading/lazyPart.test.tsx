import { screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { renderIn } from '@/testing/render';

import { lazyPart } from './lazyPart';

test('a part that cannot be loaded says so in its place, and is loaded again on request', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError('the chunk is gone'))
    .mockResolvedValue(() => 'The chart.');
  const Part = lazyPart(load);
  const { user } = renderIn(() => (
    <>
      <h1>Reports</h1>
      <Suspense>
        <Part />
      </Suspense>
    </>
  ));
  expect(await screen.findByRole('alert')).toHaveTextContent('This part could not be loaded.');
  expect(screen.getByRole('heading', { name: 'Reports' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await screen.findByText('The chart.')).toBeVisible();
});
