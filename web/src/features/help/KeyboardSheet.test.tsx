import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { mockServer, renderIn, signedIn } from '@/testing/render';
import { KeyboardSheet } from './KeyboardSheet';
import { useKeyboardSheetKey } from './useKeyboardSheetKey';

function Page() {
  const [open, setOpen] = useState(false);
  useKeyboardSheetKey(() => setOpen(true));
  return (
    <>
      <input aria-label="Note" />
      {open && <KeyboardSheet onClose={() => setOpen(false)} />}
    </>
  );
}

test('a question mark shows the shortcuts, but not while a question is typed', async () => {
  mockServer({});
  const { user } = renderIn(() => <Page />, { profile: signedIn() });
  await user.type(screen.getByLabelText('Note'), 'Which gate?');
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { key: '?' });
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveTextContent(
    'Search jobs, customers and pages',
  );
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
