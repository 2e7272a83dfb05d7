import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { applyChatRoomsChange } from '@/queries/chat/liveUpdates';
import { aMessage, aRoom, chatServer, mine, roomId } from '@/testing/aMessage';
import { stubLayout } from '@/testing/layout';

import { both, inRoom, log, seen, show, showRoom } from './testing';

beforeEach(() => {
  stubLayout();
  seen(true);
});

describe('the rooms', () => {
  it('open with the first one, and show the last author and the unread messages', async () => {
    const rooms = both();
    rooms[1] = aRoom(2, 'Cumbre Roofing', { lastMessage: mine(1, 'Panels?'), unread: 3 });
    chatServer(rooms, [aMessage(1, 'Good morning')]);
    const { router } = show('/app/messages');
    await waitFor(() => expect(router.state.location.pathname).toBe(inRoom));
    expect(
      await screen.findByRole('link', { name: /Cumbre Roofing.*You: Panels\?.*3 unread/ }),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: /Ríos Brothers.*Luis: Good morning/ })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });

  it('show that they are loading, so that an empty page does not look like no messages', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    show('/app/messages');
    expect(await screen.findByText('Loading')).toBeVisible();
  });

  it('are found by name, typed without accents', async () => {
    chatServer(both(), []);
    const { user } = show();
    await user.type(await screen.findByRole('searchbox', { name: 'Find a chat' }), 'rios');
    expect(screen.getByRole('link', { name: /Ríos/ })).toBeVisible();
    expect(screen.queryByRole('link', { name: /Cumbre/ })).toBeNull();
  });

  it('redirect a user who has none to the company page, and show why', async () => {
    chatServer([], []);
    const { router } = show('/app/messages');
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
    const message = 'No chats to display. Make connections to start chatting!';
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('that do not exist redirect to the list, with an error', async () => {
    chatServer(both(), []);
    const { router } = show(`/app/messages/${roomId(9)}`);
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('There is no such chat.');
    await waitFor(() => expect(router.state.location.pathname).toBe(inRoom));
  });

  it('show why a closed one takes no messages, and can still be read', async () => {
    const closed = aRoom(1, 'Ríos Brothers', { isOpen: false });
    chatServer([closed], [aMessage(1, 'Good morning')]);
    show();
    expect(await screen.findByText('Good morning')).toBeVisible();
    expect(screen.getByText(/no longer connected with Ríos Brothers/)).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Write a message' })).toBeNull();
  });

  it('can be loaded again when that failed', async () => {
    const server = chatServer(both(), [aMessage(1, 'Good morning')]);
    server.refuse = 'rooms';
    const { user } = show();
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.refuse = 'nothing';
    await user.click(again);
    expect(await screen.findByText('Good morning')).toBeVisible();
  });
});

it('shows that a room was closed while it is open', async () => {
  const server = chatServer(both(), [aMessage(1, 'Good morning')]);
  const { queries } = await showRoom();
  await log().findByText('Good morning');
  server.rooms = [aRoom(1, 'Ríos Brothers', { isOpen: false })];
  act(() => applyChatRoomsChange(queries));
  expect(await screen.findByText(/no longer connected/)).toBeVisible();
});
