/** Renders the value of a hook as text while live events arrive. */
import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { newQueryClient } from '@/api/queryClient';
import { applyEvents } from '@/queries/live/applyEvents';

import { mockServer, renderIn, signedIn } from './render';

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Renders the value of a hook with a fake server; returns functions that send events. */
export async function show(Screen: () => string, answers: Record<string, unknown>) {
  const fetch = mockServer(answers);
  const queries = newQueryClient();
  const profile = signedIn();
  renderIn(() => <Shown of={Screen} />, { profile, queries });
  await pass(50);
  fetch.mockClear();
  return {
    emit: (event: string, data: unknown) =>
      act(async () => {
        applyEvents(queries, [{ event, data }]);
        await vi.advanceTimersByTimeAsync(10);
      }),
    requests: () => fetch.mock.calls.map(([path, init]) => `${init?.method ?? 'GET'} ${path}`),
    answers,
  };
}

/** Everything that was rendered, in order. */
export const drawn: string[] = [];
function Shown({ of: useText }: { of: () => string }) {
  const text = useText();
  drawn.push(text);
  return <p data-testid="shown">{text}</p>;
}
export const shown = () => screen.getByTestId('shown').textContent;

/** A response that the test releases. */
export function held(body: unknown) {
  let go: () => void = () => undefined;
  const gate = new Promise<void>((open) => {
    go = open;
  });
  const stub = globalThis.fetch;
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if ((init.method ?? 'GET') === 'GET') return stub(path, init);
    await gate;
    return body instanceof Response ? body : Response.json(body);
  });
  return () => act(async () => go());
}
