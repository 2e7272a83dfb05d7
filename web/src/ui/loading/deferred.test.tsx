import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';

import { deferred, loadDeferredParts, pressHandlers } from './deferred';

test('a deferred part shows its fallback until it has loaded, and renders at once afterwards', async () => {
  let arrive: (part: () => string) => void = () => undefined;
  const whole = new Promise<() => string>((resolve) => {
    arrive = resolve;
  });
  const Bell = deferred<object>(() => whole);
  const { unmount } = render(<Bell fallback={<p>a bare bell</p>} />);
  expect(screen.getByText('a bare bell')).toBeInTheDocument();
  arrive(() => 'the whole bell');
  await loadDeferredParts();
  expect(await screen.findByText('the whole bell')).toBeInTheDocument();
  unmount();
  render(<Bell fallback={<p>a bare bell</p>} />);
  expect(screen.getByText('the whole bell')).toBeInTheDocument();
});

test('a press on the fallback button is not lost when the part replaces it', async () => {
  let arrive: (part: (props: { pressed: boolean }) => string) => void = () => undefined;
  const whole = new Promise<(props: { pressed: boolean }) => string>((resolve) => {
    arrive = resolve;
  });
  const Bell = deferred<{ pressed: boolean }>(() => whole);
  function Header() {
    const [pressed, setPressed] = useState(false);
    return (
      <Bell
        pressed={pressed}
        fallback={
          <button type="button" {...pressHandlers(() => setPressed(true))}>
            a bare bell
          </button>
        }
      />
    );
  }
  render(<Header />);
  fireEvent.mouseDown(screen.getByRole('button'));
  arrive(({ pressed }) => (pressed ? 'it rang' : 'silence'));
  await loadDeferredParts();
  expect(await screen.findByText('it rang')).toBeInTheDocument();
});
