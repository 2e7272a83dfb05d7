import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderIn } from '@/testing/render';

import { ConnectionStatus } from './ConnectionStatus';

vi.mock('./OfflineStatus', () => {
  throw new TypeError('Failed to fetch dynamically imported module');
});

test('losing the network before the whole app has loaded keeps the page and its input', async () => {
  renderIn(() => (
    <>
      <ConnectionStatus />
      <input aria-label="Note" defaultValue="Bring the long ladder." />
    </>
  ));
  act(() => void window.dispatchEvent(new Event('offline')));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(/^Reconnecting\./));
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveValue('Bring the long ladder.');
});
