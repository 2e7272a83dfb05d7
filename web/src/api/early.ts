/** What is asked of the server before the code is here that reads the answer. */
interface Asked {
  token: string;
  /** When, in ms of the page. */
  at: number;
  answer: Promise<Response>;
}

/** In ms. Who reads an answer later than that, such as after a sign-in, asks anew. */
const useful = 30_000;

const asked = new Map<string, Asked>();

export function askEarly(path: string, token: string): Promise<Response> {
  const answer = fetch(path, { headers: { accept: 'application/json', authorization: `Bearer ${token}` } });
  asked.set(path, { token, at: performance.now(), answer });
  return answer;
}

/**
 * The answer, once: whoever asks again asks the server. Undefined where nothing was asked; what was asked and is of no
 * use, such as a refusal in a language that nobody chose, answers undefined later.
 */
export function earlyAnswer(path: string, token: string | null): Promise<Response | undefined> | undefined {
  const early = asked.get(path);
  asked.delete(path);
  if (early === undefined || early.token !== token || performance.now() - early.at > useful) return undefined;
  return early.answer.then(
    (response) => (response.ok ? response : undefined),
    () => undefined,
  );
}
