import { isLive } from './liveState';

/**
 * For what several companies look at together. What others do is told at once while the live connection stands; asking
 * is for what that might miss. Without one, an assignment, an answer or a photo of the other company shows because its
 * screen asks every few seconds. Where nothing changed the server says so in a few bytes.
 */
export const watched = { refetchInterval: () => (isLive() ? 60_000 : 5_000) } as const;
