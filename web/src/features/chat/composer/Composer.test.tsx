import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { aMessage, ana, aRoom, chatServer, luis, roomId } from '@/testing/aMessage';
import { stubLayout } from '@/testing/layout';
import { aUser, renderIn, signedIn } from '@/testing/render';
import { MessagesScreen } from '../MessagesScreen';

const path = '/app/messages/:roomId?';
const at = `/app/messages/${roomId(1)}`;
const rooms = () => [aRoom(1, 'Ríos Brothers'), aRoom(2, 'Cumbre Roofing')];

const open = async (server = chatServer(rooms(), [aMessage(1, 'Good morning')])) => {
  const shown = renderIn(() => <MessagesScreen />, { profile: signedIn(), at, path });
  await screen.findByText('Good morning');
  return {
    ...shown,
    server,
    field: screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write a message' }),
  };
};
const send = () => screen.getByRole('button', { name: 'Send' });
const log = () => within(screen.getByRole('log'));

beforeEach(stubLayout);

describe('writing', () => {
  it('sends on Enter, shows the message at once, and shows when it was stored', async () => {
    const { user, server, field } = await open();
    let arrive = () => {};
    server.until = new Promise((resolve) => {
      arrive = resolve;
    });
    await user.type(field, '  Storm at 3 PM  {Enter}');
    expect(log().getByText('Storm at 3 PM')).toBeVisible();
    expect(log().getByText('Sending')).toBeVisible();
    expect(field).toHaveValue('');
    expect(field).toHaveAttribute('rows', '3');
    arrive();
    expect(await log().findByText('Sent')).toBeVisible();
    expect(log().getAllByText('Storm at 3 PM')).toHaveLength(1);
    expect(server.sent).toEqual([
      {
        userId: aUser.id,
        roomId: roomId(1),
        contents: 'Storm at 3 PM',
        tags: [],
        tempId: expect.any(String),
      },
    ]);
  });

  it('sends what was entered before the messages had loaded, unless the user went on typing', async () => {
    const server = chatServer(rooms(), [aMessage(1, 'Good morning')]);
    let load = () => {};
    server.untilRead = new Promise((resolve) => {
      load = resolve;
    });
    const { user } = renderIn(() => <MessagesScreen />, { profile: signedIn(), at, path });
    const field = await screen.findByRole('textbox', { name: 'Write a message' });
    await user.type(field, 'We are on{Enter}');
    await user.type(field, ' the roof{Enter}');
    expect(field).toHaveValue('We are on the roof');
    expect(server.sent).toEqual([]);
    load();
    await waitFor(() => expect(server.sent.map(({ contents }) => contents)).toEqual(['We are on the roof']));
    expect(field).toHaveValue('');
  });

  it('starts a new line on Shift and Enter, and ignores the Enter of a Japanese or accented input', async () => {
    const { user, server, field } = await open();
    await user.type(field, 'one{Shift>}{Enter}{/Shift}two');
    expect(field).toHaveValue('one\ntwo');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(server.sent).toEqual([]);
    expect(field).toHaveValue('one\ntwo');
  });

  it('sends no message that is empty or too long, and shows the counter only near the limit', async () => {
    const { user, field } = await open();
    expect(send()).toBeDisabled();
    await user.type(field, '   {Enter}');
    expect(send()).toBeDisabled();
    fireEvent.change(field, { target: { value: 'é'.repeat(400) } });
    expect(screen.queryByText(/left/)).toBeNull();
    fireEvent.change(field, { target: { value: 'é'.repeat(422) } });
    expect(screen.getByText('78 left')).toBeVisible();
    expect(send()).toBeEnabled();
    fireEvent.change(field, { target: { value: 'é'.repeat(501) } });
    expect(screen.getByText('-1 left')).toBeVisible();
    expect(send()).toBeDisabled();
    expect(field).toBeInvalid();
  });

  it('keeps the draft of each room over another page and a reload', async () => {
    const { user, field, router } = await open();
    await user.type(field, 'half a thought');
    await user.click(screen.getByRole('link', { name: /Cumbre/ }));
    expect(router.state.location.pathname).toBe(`/app/messages/${roomId(2)}`);
    expect(screen.getByRole('textbox', { name: 'Write a message' })).toHaveValue('');
    await user.click(screen.getByRole('link', { name: /Ríos/ }));
    expect(screen.getByRole('textbox', { name: 'Write a message' })).toHaveValue('half a thought');
  });
});

describe('a message that cannot be sent', () => {
  it('stays, and is sent again under the same id so that it never arrives twice', async () => {
    const { user, server, field } = await open();
    server.refuse = 'network';
    await user.type(field, 'Dumpster on Friday{Enter}');
    const again = await log().findByRole('button', { name: /Not sent/ });
    server.refuse = 'nothing';
    await user.click(again);
    await waitFor(() => expect(log().getByText('Sent')).toBeVisible());
    expect(server.sent).toHaveLength(2);
    expect(server.sent[0]?.tempId).toBe(server.sent[1]?.tempId);
    expect(log().getAllByText('Dumpster on Friday')).toHaveLength(1);
  });

  it('is restored after a reload, unless it had arrived', async () => {
    const { user, server, field } = await open();
    server.refuse = 'network';
    await user.type(field, 'lost one{Enter}');
    await log().findByRole('button', { name: /Not sent/ });
    await user.type(field, 'arrived one{Enter}');
    await waitFor(() => expect(log().getAllByRole('button', { name: /Not sent/ })).toHaveLength(2));
    server.refuse = 'nothing';
    // Only the response was lost.
    server.stored.push(
      aMessage(2, 'arrived one', { userId: aUser.id, tempId: server.sent[1]?.tempId ?? '' }),
    );
    document.body.innerHTML = '';
    await open(server);
    expect(await log().findByText('lost one')).toBeVisible();
    expect(log().getAllByText('arrived one')).toHaveLength(1);
    expect(log().getAllByRole('button', { name: /Not sent/ })).toHaveLength(1);
  });

  it.each(['english', 'spanish'] as const)(
    'shows that there were too many, in %s, and keeps the message',
    async (language) => {
      const { user, server, field } = await open();
      setLanguage(language);
      server.refuse = 'duplicate';
      await user.type(field, 'one{Enter}');
      const messages = { english: /too many messages, wait a minute/, spanish: /demasiados mensajes/ };
      expect(await log().findByText(messages[language])).toBeVisible();
      expect(log().getByRole('button', { name: /Not sent|No se envió/ })).toBeVisible();
    },
  );

  it('shows why when the room was closed meanwhile', async () => {
    const { user, server, field } = await open();
    server.refuse = 'closed';
    await user.type(field, 'too late{Enter}');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('This chat is closed.');
    expect(log().getByText('too late')).toBeInTheDocument();
  });
});

describe('tags', () => {
  it('are chosen from the room, shown, removed by a click, and sent as ids', async () => {
    const { user, server, field } = await open();
    await user.click(screen.getByRole('button', { name: 'Tag people' }));
    await user.click(await screen.findByRole('checkbox', { name: /Luis Ríos/ }));
    await user.click(screen.getByRole('checkbox', { name: /Ana Ríos/ }));
    // All members of the room: those of the other company first, the user last.
    const people = screen.getAllByRole('checkbox').map((box) => box.closest('li')?.textContent);
    expect(people.at(-1)).toContain('Marisol Vega');
    expect(people).toHaveLength(3);
    await user.keyboard('{Escape}');
    expect(screen.getByText('Tagged:')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove Luis Ríos' }));
    await user.type(field, 'Look at the valley{Enter}');
    await waitFor(() => expect(server.sent).toHaveLength(1));
    expect(server.sent[0]?.tags).toEqual([ana.id]);
    expect(server.sent[0]?.tags).not.toContain(luis.id);
    expect(screen.queryByText('Tagged:')).toBeNull();
    expect(await log().findByText('Ana Ríos')).toBeVisible();
  });
});

describe('emoji', () => {
  it('are inserted at the text cursor', async () => {
    vi.doMock('./EmojiPanel', () => ({
      EmojiPanel: ({ onPick }: { onPick: (emoji: string) => void }) => (
        <button type="button" onClick={() => onPick('👍')}>
          thumb
        </button>
      ),
    }));
    const { user, field } = await open();
    await user.type(field, 'ok go');
    field.setSelectionRange(2, 2);
    await user.click(screen.getByRole('button', { name: 'Add an emoji' }));
    await user.click(await screen.findByRole('button', { name: 'thumb' }));
    expect(field).toHaveValue('ok👍 go');
  });
});
