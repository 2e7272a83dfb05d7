import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { setConnectionState } from '@/queries/live/connectionState';

import { ConnectionStatus } from './ConnectionStatus';

const words = 'Reconnecting. New messages will appear when you are back online.';
const line = () => screen.getByRole('status').textContent;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const stand = (now: 'none' | 'live' | 'lost') => act(() => setConnectionState(now));

function look(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => {
  vi.useFakeTimers();
  render(<ConnectionStatus />);
});
afterEach(() => {
  stand('none');
  vi.restoreAllMocks();
});

test('a loss of two seconds is named, and the line goes by itself', () => {
  stand('live');
  stand('lost');
  pass(1_999);
  expect(line()).toBe('');
  pass(1);
  expect(line()).toBe(words);
  stand('live');
  expect(line()).toBe('');
});

test('a blink is kept quiet about', () => {
  stand('live');
  for (let blink = 0; blink < 5; blink += 1) {
    stand('lost');
    pass(1_500);
    stand('live');
    pass(200);
    expect(line()).toBe('');
  }
});

test('where there never was a live connection, nobody is told that it is being mended', () => {
  stand('none');
  pass(60_000);
  expect(line()).toBe('');
});

test('who comes back to a window that was hidden is not greeted by the line', () => {
  stand('live');
  look('hidden');
  stand('lost');
  pass(60_000);
  expect(line()).toBe('');
  look('visible');
  pass(1_999);
  expect(line()).toBe('');
  pass(1);
  expect(line()).toBe(words);
});

test('it is said in Spanish', () => {
  setLanguage('spanish');
  stand('live');
  stand('lost');
  pass(2_000);
  expect(line()).toBe('Reconectando. Los mensajes nuevos aparecerán cuando vuelva a tener conexión.');
});
