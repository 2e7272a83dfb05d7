/** A fake server for calls with an idempotency key, and a network that can fail, for tests of the outbox. */
import type { Job } from '@bindings';
import { vi } from 'vitest';

import { aJob } from './aJob';
import { anAppointment } from './anAppointment';
import { aUser, refusal, signedIn } from './render';

export interface RecordedCall {
  path: string;
  key: string;
  body: Record<string, unknown>;
}

/** A server that stores each call once, and a network that can lose the request or the response. */
export function fakeOutboxServer() {
  const server = {
    /** The user of the session. */
    user: aUser.id,
    network: 'there' as 'there' | 'gone' | 'loses the answer',
    calls: [] as RecordedCall[],
    stored: [] as RecordedCall[],
    /** Its responses to GET requests, by path. */
    answers: {} as Record<string, unknown>,
    refuse: null as ((call: RecordedCall) => Response | null) | null,
  };
  const fetch = async (path: string, { headers, body }: RequestInit = {}): Promise<Response> => {
    if (server.network === 'gone') throw new TypeError('no network');
    if (path === '/api/auth/fetchProfile') return Response.json({ ...signedIn({ id: server.user }) });
    if (path in server.answers) return Response.json(server.answers[path]);
    const key = new Headers(headers).get('idempotency-key');
    if (key === null) return refusal(404, 'not_found', 'not here');
    const made: RecordedCall = { path, key, body: JSON.parse(body as string) as RecordedCall['body'] };
    server.calls.push(made);
    const refused = server.refuse?.(made) ?? null;
    if (refused !== null) return refused;
    if (!server.stored.some((call) => call.key === key)) server.stored.push(made);
    if (server.network === 'loses the answer') throw new TypeError('cut');
    const job = { ...aJob(1), status: 'complete' } satisfies Job;
    const appointment = { ...anAppointment(1), ...made.body };
    return Response.json({ id: `stored-${key}`, job, newSignOff: {}, appointment });
  };
  vi.stubGlobal('fetch', fetch);
  return server;
}
