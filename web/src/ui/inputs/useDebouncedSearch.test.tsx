import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { useDebouncedSearch } from './useDebouncedSearch';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const begin = () => {
  const put = vi.fn();
  const hook = renderHook(({ address }) => useDebouncedSearch(address, put), {
    initialProps: { address: '' },
  });
  return { ...hook, put };
};

const passes = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

test('letters typed while the address is late are not taken back', () => {
  const { result, rerender, put } = begin();
  act(() => result.current.set('depew'));
  passes(300);
  expect(put).toHaveBeenCalledWith('depew');
  // The address does not say so yet, and somebody goes on typing.
  expect(result.current.text).toBe('depew');
  act(() => result.current.set('depew w'));
  rerender({ address: 'depew' });
  expect(result.current.text).toBe('depew w');
  passes(300);
  rerender({ address: 'depew w' });
  expect(result.current.text).toBe('depew w');
});

test('the way back in the browser shows what was looked for before', () => {
  const { result, rerender } = begin();
  act(() => result.current.set('pena'));
  passes(300);
  rerender({ address: 'pena' });
  rerender({ address: '' });
  expect(result.current.text).toBe('');
});

test('what is dropped is neither shown nor told', () => {
  const { result, put } = begin();
  act(() => result.current.set('pena'));
  act(() => result.current.drop());
  passes(1_000);
  expect(result.current.text).toBe('');
  expect(put).not.toHaveBeenCalled();
});
