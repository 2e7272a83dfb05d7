import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { setConnectionState } from '@/queries/live/connectionState';

import { ConnectionStatus } from './ConnectionStatus';

const reconnecting = 'Reconnecting. New messages will appear when you are back online.';
const status = () => screen.getByRole('status').textContent;
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
const setState = (now: 'none' | 'live' | 'lost') => act(() => setConnectionState(now));

function setVisibility(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => {
  vi.useFakeTimers();
  render(<ConnectionStatus />);
});
afterEach(() => {
  setState('none');
  vi.restoreAllMocks();
});

test('a connection lost for two seconds is reported, and the message disappears when it is back', () => {
  setState('live');
  setState('lost');
  pass(1_999);
  expect(status()).toBe('');
  pass(1);
  expect(status()).toBe(reconnecting);
  setState('live');
  expect(status()).toBe('');
});

test('short interruptions are not reported', () => {
  setState('live');
  for (let turn = 0; turn < 5; turn += 1) {
    setState('lost');
    pass(1_500);
    setState('live');
    pass(200);
    expect(status()).toBe('');
  }
});

test('without a live connection before, the app does not claim to be reconnecting', () => {
  setState('none');
  pass(60_000);
  expect(status()).toBe('');
});

test('a user who returns to a hidden window does not see the message at once', () => {
  setState('live');
  setVisibility('hidden');
  setState('lost');
  pass(60_000);
  expect(status()).toBe('');
  setVisibility('visible');
  pass(1_999);
  expect(status()).toBe('');
  pass(1);
  expect(status()).toBe(reconnecting);
});

test('the message is also in Spanish', () => {
  setLanguage('spanish');
  setState('live');
  setState('lost');
  pass(2_000);
  expect(status()).toBe('Reconectando. Los mensajes nuevos aparecerán cuando vuelva a tener conexión.');
});
