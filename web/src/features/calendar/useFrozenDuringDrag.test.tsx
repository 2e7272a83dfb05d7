import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { useFrozenDuringDrag } from './useFrozenDuringDrag';

function Grid({ jobs }: { jobs: string }) {
  return (
    <>
      <p>{useFrozenDuringDrag(jobs)}</p>
      <button type="button" data-job="one">
        bar
      </button>
      <button type="button">tool</button>
    </>
  );
}

test('changes by others are applied after the dragged bar is released, so that the drop is not lost', () => {
  vi.useFakeTimers();
  const { rerender } = render(<Grid jobs="before" />);
  fireEvent.pointerDown(screen.getByText('bar'));
  rerender(<Grid jobs="after" />);
  expect(screen.getByText('before')).toBeVisible();
  fireEvent.pointerUp(window);
  // The grid handles the drop before anything is rendered again.
  expect(screen.getByText('before')).toBeVisible();
  act(() => void vi.runAllTimers());
  expect(screen.getByText('after')).toBeVisible();
  vi.useRealTimers();
});

test('pressing a tool delays no changes', () => {
  const { rerender } = render(<Grid jobs="before" />);
  fireEvent.pointerDown(screen.getByText('tool'));
  rerender(<Grid jobs="after" />);
  expect(screen.getByText('after')).toBeVisible();
});
