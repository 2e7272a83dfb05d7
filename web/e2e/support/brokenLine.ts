/**
 * A line that breaks: a proxy before the server that cuts requests and answers, sends requests twice, holds them, and
 * answers itself as proxies and the login pages of hotels do. A seed decides what happens to each call.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Random numbers from 0 to 1 by a seed (mulberry32). */
export function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Fate =
  | 'passes'
  | 'cuts the request'
  | 'cuts the answer'
  | 'sends twice'
  | 'holds'
  | 'bad gateway'
  | 'login';

const fates: readonly [Fate, number][] = [
  ['passes', 0.5],
  ['cuts the request', 0.65],
  ['cuts the answer', 0.75],
  ['sends twice', 0.85],
  ['holds', 0.88],
  ['bad gateway', 0.94],
  ['login', 1],
];

/** How long a held call waits before the line breaks, in ms. */
const holdTime = 2_000;

const read = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

interface Answer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

export interface BrokenLine {
  /** The address of the app on this line. */
  app: string;
  /** From now on it breaks by this seed; null heals it. */
  breakBy: (seed: number | null) => void;
  stop: () => void;
}

export async function startBrokenLine(app: string): Promise<BrokenLine> {
  let random: (() => number) | null = null;
  const ask = ({ method, url, headers }: IncomingMessage, body: Buffer, share = 1): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const asked = request(new URL(url ?? '/', app), {
        method: method ?? 'GET',
        headers: { ...headers, host: new URL(app).host, 'content-length': body.length },
        agent: false,
      });
      asked.on('response', (response) => {
        read(response).then(
          (answer) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
          reject,
        );
      });
      asked.on('error', reject);
      if (share === 1) asked.end(body);
      else
        asked.write(body.subarray(0, Math.floor(body.length * share)), () => {
          asked.destroy(new Error('cut'));
        });
    });
  const answer = (to: ServerResponse, { status, headers, body }: Answer) => {
    to.writeHead(status, headers);
    to.end(body);
  };
  const page = (to: ServerResponse, status: number) =>
    answer(to, { status, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') });

  const serve = async (from: IncomingMessage, to: ServerResponse): Promise<void> => {
    const body = await read(from);
    const roll = random;
    const isCall = from.url?.startsWith('/api/') === true;
    if (roll === null || !isCall) return answer(to, await ask(from, body));
    const dice = roll();
    const fate = fates.find(([, below]) => dice < below)?.[0] ?? 'passes';
    switch (fate) {
      case 'passes':
        return answer(to, await ask(from, body));
      case 'cuts the request':
        if (body.length > 0) await ask(from, body, roll()).catch(() => undefined);
        return void to.destroy();
      case 'cuts the answer': {
        const whole = await ask(from, body);
        to.writeHead(whole.status, { ...whole.headers, 'content-length': whole.body.length + 1 });
        to.write(whole.body.subarray(0, Math.floor(whole.body.length * roll())), () => to.destroy());
        return;
      }
      case 'sends twice': {
        const [one] = await Promise.all([ask(from, body), ask(from, body)]);
        return answer(to, one);
      }
      case 'holds':
        await ask(from, body);
        return void setTimeout(() => to.destroy(), holdTime);
      case 'bad gateway':
        await ask(from, body);
        return page(to, 502);
      case 'login':
        return page(to, 200);
    }
  };
  const server = createServer((from, to) => {
    serve(from, to).catch(() => to.destroy());
  });
  // Without live events the app asks from time to time.
  server.on('upgrade', (_request, socket) => socket.destroy());
  await new Promise<void>((listens) => server.listen(0, '127.0.0.1', listens));
  const { port } = server.address() as AddressInfo;
  return {
    app: `http://127.0.0.1:${port}`,
    breakBy: (seed) => {
      random = seed === null ? null : randomBy(seed);
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
