import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { applyChatMessage, applyChatRead, refetchChats } from '@/queries/chat/liveUpdates';
import { aMessage, ana, aRoom, chatServer, luis, messages, mine, roomId } from '@/testing/aMessage';
import { stubLayout } from '@/testing/layout';

import { both, log, seen, showRoom } from '../testing';

beforeEach(() => {
  stubLayout();
  seen(true);
});

describe('a message of another user', () => {
  it('shows at once, only once, and is marked as read while its room is visible', async () => {
    const server = chatServer(both(), [aMessage(1, 'Good morning')]);
    const { queries } = await showRoom();
    await log().findByText('Good morning');
    const news = aMessage(2, 'Tear-off is done');
    server.stored.push(news);
    act(() => {
      applyChatMessage(queries, news);
      applyChatMessage(queries, news);
    });
    expect(await log().findAllByText('Tear-off is done')).toHaveLength(1);
    await waitFor(() => expect(server.calls).toContain(`POST /api/chat/read/${roomId(1)}`));
    expect(screen.queryByText(/unread/)).toBeNull();
  });

  it('counts as unread, only once, in another room, which moves to the top', async () => {
    const server = chatServer(both(), [aMessage(1, 'Good morning')]);
    const { queries } = await showRoom();
    await log().findByText('Good morning');
    const news = aMessage(1, 'Panels Monday', { id: 'other', roomId: roomId(2) });
    act(() => {
      applyChatMessage(queries, news);
      applyChatMessage(queries, news);
    });
    expect(await screen.findByRole('link', { name: /Cumbre.*Panels Monday.*1 unread/ })).toBeVisible();
    const [first] = within(screen.getByRole('navigation')).getAllByRole('link');
    expect(first).toHaveTextContent('Cumbre Roofing');
    expect(server.calls).not.toContain(`POST /api/chat/read/${roomId(2)}`);
  });

  it('stays unread while the window is hidden, and is marked as read when it is visible again', async () => {
    const server = chatServer(both(), [aMessage(1, 'Good morning')]);
    seen(false);
    const { queries } = await showRoom();
    await log().findByText('Good morning');
    act(() => applyChatMessage(queries, aMessage(2, 'Anybody there?')));
    expect(await screen.findByRole('link', { name: /Ríos.*1 unread/ })).toBeVisible();
    expect(server.calls).not.toContain(`POST /api/chat/read/${roomId(1)}`);
    seen(true);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await waitFor(() => expect(server.calls).toContain(`POST /api/chat/read/${roomId(1)}`));
    await waitFor(() => expect(screen.queryByText('1 unread')).toBeNull());
  });

  it('fills a gap: missed messages before it are fetched, in order', async () => {
    const server = chatServer(both(), [aMessage(1, 'Good morning')]);
    const { queries } = await showRoom();
    await log().findByText('Good morning');
    server.stored = messages(4);
    act(() => applyChatMessage(queries, aMessage(4, 'Message 4')));
    await log().findByText('Message 3');
    const texts = log()
      .getAllByText(/Message \d|Good morning/)
      .map(({ textContent }) => textContent);
    expect(texts).toEqual(['Good morning', 'Message 2', 'Message 3', 'Message 4']);
  });

  it('is neither lost nor shown twice after a time offline, however many there were', async () => {
    const server = chatServer(both(), messages(1));
    const { queries } = await showRoom();
    await log().findByText('Message 1');
    server.stored = messages(130);
    act(() => refetchChats(queries));
    await log().findByText('Message 130');
    expect(log().getAllByText(/^Message \d+$/)).toHaveLength(130);
  });

  it('cannot inject markup into the page', async () => {
    chatServer(both(), [aMessage(1, '<img src=x onerror=alert(1)> https://weather.gov/denver javascript:x')]);
    await showRoom();
    const link = await log().findByRole('link');
    expect(link).toHaveAttribute('href', 'https://weather.gov/denver');
    expect(link).toHaveAttribute('rel', expect.stringContaining('noopener'));
    expect(log().queryByRole('img')).toBeNull();
    expect(log().getByText(/<img src=x/)).toBeVisible();
  });

  it('is read out by screen readers in its language', async () => {
    chatServer(both(), [aMessage(1, 'Ya terminamos', { language: 'spanish' })]);
    await showRoom();
    expect(await log().findByText('Ya terminamos')).toHaveAttribute('lang', 'es');
  });
});

it('shows who has read the last message, and under no other', async () => {
  const seenUpTo = { userId: luis.id, messageId: aMessage(1, '').id, dateSeen: '' };
  const room = aRoom(1, 'Ríos Brothers', { seen: [seenUpTo], lastMessage: mine(2, 'two') });
  chatServer([room], [mine(1, 'one'), mine(2, 'two')]);
  const { queries } = await showRoom();
  // Nobody has read the last one.
  expect(await log().findByText('Sent')).toBeVisible();
  expect(log().queryByText(/^Seen by/)).toBeNull();
  act(() => {
    applyChatRead(queries, { roomId: roomId(1), userId: luis.id, messageId: aMessage(2, '').id });
    applyChatRead(queries, { roomId: roomId(1), userId: ana.id, messageId: aMessage(2, '').id });
  });
  expect(await log().findByText('Seen by Luis, Ana')).toBeVisible();
  expect(log().queryByText('Sent')).toBeNull();
});

describe('a long room', () => {
  const scroll = (top: number) => {
    const view = screen.getByRole('log');
    Object.defineProperty(view, 'scrollHeight', { value: 5_000, configurable: true });
    // The log is at its end until the user scrolls.
    for (const at of [5_000, top]) {
      view.scrollTop = at;
      fireEvent.scroll(view);
    }
  };

  it('fetches older messages near the top, until there are no more', async () => {
    const server = chatServer(both(), messages(120));
    await showRoom();
    await log().findByText('Message 120');
    expect(log().queryByText('Message 70')).toBeNull();
    scroll(100);
    expect(await log().findByText('Message 21')).toBeInTheDocument();
    scroll(100);
    expect(await log().findByText('Message 1')).toBeInTheDocument();
    const before = server.calls.length;
    scroll(100);
    expect(server.calls).toHaveLength(before);
    expect(log().getAllByText(/^Message \d+$/)).toHaveLength(120);
  });

  it('keeps the scroll position of the reader, and shows that there are new messages below', async () => {
    chatServer(both(), messages(30));
    const { queries, user } = await showRoom();
    await log().findByText('Message 30');
    scroll(1_000);
    act(() => applyChatMessage(queries, aMessage(31, 'Message 31')));
    const news = await screen.findByRole('button', { name: 'New messages' });
    expect(screen.getByRole('log').scrollTop).toBe(1_000);
    await user.click(news);
    expect(screen.getByRole('log').scrollTop).toBe(5_000);
    expect(screen.queryByRole('button', { name: 'New messages' })).toBeNull();
  });
});

it('opens a picture full screen, and Esc closes it', async () => {
  const picture = { attachment: '/files/a.jpg', thumb: '/files/a-small.jpg', width: 1200, height: 900 };
  chatServer(both(), [aMessage(1, '', picture)]);
  const { user } = await showRoom();
  const small = await log().findByRole('button', { name: 'Photo by Luis Ríos' });
  expect(within(small).getByRole('img')).toHaveAttribute('src', '/files/a-small.jpg');
  await user.click(small);
  const large = within(screen.getByRole('dialog', { name: 'Photo by Luis Ríos' }));
  expect(large.getByRole('img')).toHaveAttribute('src', '/files/a.jpg');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
