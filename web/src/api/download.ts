/** Files that need a sign-in. */
import { noteStatus, refusal, sessionHeaders, unreachable } from './client';
import { reportReachable } from './connectivity';

export interface DownloadOptions {
  /** Called with the number of bytes received so far. The total is not known. */
  onProgress?: (bytes: number) => void;
  signal?: AbortSignal;
}

/** Counts the bytes of a stream while it is read. */
async function count({ body }: Response, onProgress: (bytes: number) => void): Promise<void> {
  const reader = body?.getReader();
  let bytes = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    bytes += part.value.length;
    onProgress(bytes);
  }
}

/**
 * Fetches a file that needs a sign-in. Its name comes from the server. Throws like `call`, and an `AbortError` when
 * canceled.
 */
export async function fetchFile(path: string, options: DownloadOptions = {}): Promise<File> {
  const { onProgress, signal = null } = options;
  const lost = (failure: unknown): never => {
    if (signal?.aborted === true) throw failure;
    reportReachable(false);
    throw unreachable();
  };
  const sent = sessionHeaders();
  const response = await fetch(path, { headers: { ...sent, accept: '*/*' }, signal }).catch(lost);
  reportReachable(true);
  if (!response.ok) {
    noteStatus(response.status, sent);
    throw refusal(response.status, await response.json().catch(() => null));
  }
  const named = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  // A truncated body fails below.
  if (onProgress !== undefined) void count(response.clone(), onProgress).catch(() => undefined);
  return new File([await response.blob().catch(lost)], named ?? 'download');
}
