/** Requests that are sent before the code that reads their responses has loaded. */
interface Prefetched {
  token: string;
  /** When it was sent, in ms since the page began to load. */
  at: number;
  answer: Promise<Response>;
}

/**
 * How long a prefetched response may be used, in ms; a page that reads it later, such as after a sign-in, sends a new
 * request.
 */
const maxAge = 30_000;

const prefetched = new Map<string, Prefetched>();

export function prefetch(path: string, token: string): Promise<Response> {
  const answer = fetch(path, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } });
  prefetched.set(path, { token, at: performance.now(), answer });
  return answer;
}

/**
 * Returns the prefetched response, once: the next call is sent to the server. Undefined if nothing was prefetched; a
 * response that cannot be used, such as a refusal in another language, resolves to undefined.
 */
export function takePrefetched(
  path: string,
  token: string | null,
): Promise<Response | undefined> | undefined {
  const early = prefetched.get(path);
  prefetched.delete(path);
  if (early === undefined || early.token !== token || performance.now() - early.at > maxAge) return undefined;
  return early.answer.then(
    (response) => (response.ok ? response : undefined),
    () => undefined,
  );
}
