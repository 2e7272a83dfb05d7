/** What a hook knows, drawn as a text, while the live connection tells it things. */
import { act, screen } from '@testing-library/react';
import { vi } from 'vitest';
import { newQueryClient } from '@/api/queries';
import { hear } from '@/session/liveEvents';

import { serverSays, showIn, signedIn } from './show';

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

/** Draws what a hook knows, with this server behind it; answers how something is told. */
export async function show(Screen: () => string, answers: Record<string, unknown>) {
  const fetch = serverSays(answers);
  const queries = newQueryClient();
  const profile = signedIn();
  showIn(() => <Shown of={Screen} />, { profile, queries });
  await pass(50);
  fetch.mockClear();
  return {
    tell: (event: string, data: unknown) =>
      act(async () => {
        hear(queries, [{ event, data }]);
        await vi.advanceTimersByTimeAsync(10);
      }),
    asked: () => fetch.mock.calls.map(([path, init]) => `${init?.method ?? 'GET'} ${path}`),
    answers,
  };
}

/** Everything that was drawn, in order. */
export const drawn: string[] = [];
function Shown({ of: useText }: { of: () => string }) {
  const text = useText();
  drawn.push(text);
  return <p data-testid="shown">{text}</p>;
}
export const shown = () => screen.getByTestId('shown').textContent;

/** An answer that comes when it is let. */
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
