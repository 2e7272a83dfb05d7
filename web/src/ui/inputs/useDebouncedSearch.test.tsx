import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useDebouncedSearch } from './useDebouncedSearch';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const setUp = () => {
  const writeAddress = vi.fn();
  const hook = renderHook(({ address }) => useDebouncedSearch(address, writeAddress), {
    initialProps: { address: '' },
  });
  return { ...hook, writeAddress };
};

const passes = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('letters typed before the address has updated are not lost', () => {
  const { result, rerender, writeAddress } = setUp();
  act(() => result.current.set('depew'));
  passes(300);
  expect(writeAddress).toHaveBeenCalledWith('depew');
  // The address has not updated yet, and the user continues typing.
  expect(result.current.text).toBe('depew');
  act(() => result.current.set('depew w'));
  rerender({ address: 'depew' });
  expect(result.current.text).toBe('depew w');
  passes(300);
  rerender({ address: 'depew w' });
  expect(result.current.text).toBe('depew w');
});

test('Back in the browser shows the previous search', () => {
  const { result, rerender } = setUp();
  act(() => result.current.set('pena'));
  passes(300);
  rerender({ address: 'pena' });
  rerender({ address: '' });
  expect(result.current.text).toBe('');
});

test('a discarded search is neither shown nor written to the address', () => {
  const { result, writeAddress } = setUp();
  act(() => result.current.set('pena'));
  act(() => result.current.drop());
  passes(1_000);
  expect(result.current.text).toBe('');
  expect(writeAddress).not.toHaveBeenCalled();
});
