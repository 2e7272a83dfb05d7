/** The screen of the messages, with two rooms to stand in. */
import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { aMessage, aRoom, roomId } from '@/testing/aMessage';
import { showIn, signedIn } from '@/testing/show';

import { MessagesScreen } from './MessagesScreen';

const path = '/app/messages/:roomId?';
export const inRoom = `/app/messages/${roomId(1)}`;
export const both = () => [
  aRoom(1, 'Ríos Brothers', { lastMessage: aMessage(1, 'Good morning') }),
  aRoom(2, 'Cumbre Roofing'),
];
export const show = (at = inRoom) => showIn(() => <MessagesScreen />, { profile: signedIn(), at, path });
export const showRoom = async () => {
  const shown = show();
  await screen.findByRole('log');
  return shown;
};
export const log = () => within(screen.getByRole('log'));
/** Whether the window is looked at. */
export const seen = (visible: boolean) =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
