/** A server that is told things by name, and a network that may be cut, for tests of what waits. */
import type { Job } from '@bindings';
import { vi } from 'vitest';

import { aJob } from './aJob';
import { aUser, refusal, signedIn } from './show';

export interface Call {
  path: string;
  key: string;
  body: Record<string, unknown>;
}

/** A server that stores each named call once, and a network that may be cut before or behind it. */
export function aServer() {
  const server = {
    /** Whose session it is. */
    user: aUser.id,
    network: 'there' as 'there' | 'gone' | 'loses the answer',
    calls: [] as Call[],
    stored: [] as Call[],
    /** What it says of what it is asked for, by address. */
    answers: {} as Record<string, unknown>,
    refuse: null as ((call: Call) => Response | null) | null,
  };
  const fetch = async (path: string, { headers, body }: RequestInit = {}): Promise<Response> => {
    if (server.network === 'gone') throw new TypeError('no network');
    if (path === '/api/auth/fetchProfile') return Response.json({ ...signedIn({ id: server.user }) });
    if (path in server.answers) return Response.json(server.answers[path]);
    const key = new Headers(headers).get('idempotency-key');
    if (key === null) return refusal(404, 'not_found', 'not here');
    const made: Call = { path, key, body: JSON.parse(body as string) as Call['body'] };
    server.calls.push(made);
    const refused = server.refuse?.(made) ?? null;
    if (refused !== null) return refused;
    if (!server.stored.some((call) => call.key === key)) server.stored.push(made);
    if (server.network === 'loses the answer') throw new TypeError('cut');
    const job = { ...aJob(1), status: 'complete' } satisfies Job;
    return Response.json({ id: `stored-${key}`, job, newSignOff: {} });
  };
  vi.stubGlobal('fetch', fetch);
  return server;
}
