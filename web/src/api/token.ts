/** The session's token: kept in the browser while 'keep me signed in' is on, else until the tab closes. */
const name = 'ridgeline.token';

/** What is kept here of the server's answers goes with the session that they were shown to. */
export const keptName = 'ridgeline.kept';

let over: Array<() => void> = [];

export function readToken(): string | null {
  try {
    return sessionStorage.getItem(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keepToken(token: string, keep = true): void {
  drop();
  (keep ? localStorage : sessionStorage).setItem(name, token);
}

function drop(): void {
  try {
    sessionStorage.removeItem(name);
    localStorage.removeItem(name);
  } catch {
    // Nothing was kept, so nothing is left to forget.
  }
}

/** A phone that is handed on shows nothing of whoever had it before. */
export function forgetToken(): void {
  drop();
  if ('indexedDB' in globalThis) indexedDB.deleteDatabase(keptName);
}

/** Tells when the server no longer knows the token, or another tab has signed out. */
export function onSessionOver(tell: () => void): () => void {
  const otherTab = (event: StorageEvent) => {
    if (event.key === name && event.newValue === null && readToken() === null) tell();
  };
  over = [...over, tell];
  window.addEventListener('storage', otherTab);
  return () => {
    over = over.filter((listener) => listener !== tell);
    window.removeEventListener('storage', otherTab);
  };
}

export function sessionIsOver(): void {
  forgetToken();
  for (const tell of over) tell();
}
