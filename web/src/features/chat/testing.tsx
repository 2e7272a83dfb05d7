/** The messages screen with two rooms. */
import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { aMessage, aRoom, roomId } from '@/testing/aMessage';
import { renderIn, signedIn } from '@/testing/render';

import { MessagesScreen } from './MessagesScreen';

const path = '/app/messages/:roomId?';
export const inRoom = `/app/messages/${roomId(1)}`;
export const both = () => [
  aRoom(1, 'Ríos Brothers', { lastMessage: aMessage(1, 'Good morning') }),
  aRoom(2, 'Cumbre Roofing'),
];
export const show = (at = inRoom) => renderIn(() => <MessagesScreen />, { profile: signedIn(), at, path });
export const showRoom = async () => {
  const shown = show();
  await screen.findByRole('log');
  return shown;
};
export const log = () => within(screen.getByRole('log'));
/** Sets whether the window is visible. */
export const seen = (visible: boolean) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
