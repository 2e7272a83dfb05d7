/** The session token: in localStorage while 'keep me signed in' is on, else until the tab closes. */
const name = 'ridgeline.token';

/** The response cache belongs to the session under which it was filled. */
export const cacheOwnerKey = 'ridgeline.kept';

/** The parts of the basemap around the next jobs, which tell where somebody works. */
export const offlineTilesKey = 'ridgeline.tiles';

/** The states of the cached lists. */
export const listStatesKey = 'ridgeline.states';

let over: Array<() => void> = [];

export function readToken(): string | null {
  try {
    return sessionStorage.getItem(name) ?? localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function storeToken(token: string, keep = true): void {
  drop();
  (keep ? localStorage : sessionStorage).setItem(name, token);
}

function drop(): void {
  try {
    sessionStorage.removeItem(name);
    localStorage.removeItem(name);
  } catch {
    // Nothing was stored, so there is nothing to remove.
  }
}

/** Deletes the cached responses and tiles with the token, so that the next user of this device sees nothing of them. */
export function clearToken(): void {
  drop();
  try {
    localStorage.removeItem(listStatesKey);
  } catch {
    // Nothing was stored.
  }
  if (!('indexedDB' in globalThis)) return;
  for (const name of [cacheOwnerKey, offlineTilesKey]) indexedDB.deleteDatabase(name);
}

/** Calls the listener when the server no longer accepts the token, or another tab has signed out. */
export function onSessionEnd(listener: () => void): () => void {
  const otherTab = (event: StorageEvent) => {
    if (event.key === name && event.newValue === null && readToken() === null) listener();
  };
  over = [...over, listener];
  window.addEventListener('storage', otherTab);
  return () => {
    over = over.filter((other) => other !== listener);
    window.removeEventListener('storage', otherTab);
  };
}

export function endSession(): void {
  clearToken();
  for (const listener of over) listener();
}
