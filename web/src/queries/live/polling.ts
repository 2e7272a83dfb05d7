import { isLive } from './connectionState';

/**
 * Query options for data that several companies share. While the live connection is up, polling is only a
 * safety net; without it, an assignment, an answer or a photo of the other company appears within seconds. A response
 * without changes is a few bytes.
 */
export const polling = { refetchInterval: () => (isLive() ? 60_000 : 5_000) } as const;
