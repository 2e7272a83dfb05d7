import type { TaggedPerson } from '@bindings';
import { Button } from '@mantine/core';
import { IconSend2 } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useDraftPictures } from '@/queries/chat/pictures';
import type { Room } from '@/queries/chat/rooms';
import { useSendMessage } from '@/queries/chat/sending';
import { footBar } from '@/ui/layout/footBars';
import { popup } from '@/ui/overlays/popups';
import { usePhone } from '@/ui/theme/usePhone';
import { checkMessage, limits, remaining } from '@/wasm/rules';

import styles from './Composer.module.css';
import { ComposerTools } from './ComposerTools';
import { PictureDrafts } from './PictureDrafts';
import { TaggedPeople } from './TaggedPeople';
import { useDraft } from './useDraft';

/** `78 left`, near the limit. Screen readers announce only the threshold. */
function Left({ text }: { text: string }) {
  const { chatMessage, chatCounterUnder } = limits();
  const count = remaining(text, chatMessage, chatCounterUnder);
  if (count === null) return null;
  const spoken =
    count <= 0 ? m.common_limitReached() : count <= 20 ? m.common_charactersLeft({ count: 20 }) : '';
  return (
    <>
      <span className={`num ${styles.left}`} data-over={count < 0 || undefined} aria-hidden>
        {m.messages_left({ count })}
      </span>
      <span className="spoken" role="status">
        {spoken}
      </span>
    </>
  );
}

interface ComposerProps {
  room: Room;
  /** Whether the messages of the room have loaded: a new one is placed after them. */
  ready: boolean;
}

/** The draft, its validation, and sending it. */
function useComposer({ room, ready }: ComposerProps) {
  const { language } = useSession();
  const { draft, change, clear } = useDraft(room.roomId);
  const pictures = useDraftPictures(room.roomId);
  const { send } = useSendMessage(room.roomId);
  const { text, tags } = draft;
  const chosen = pictures.pictures.filter(({ state }) => state === 'chosen').length;
  const [refused] = checkMessage({ contents: text, attachments: chosen }, language);

  // Enter pressed before the messages have loaded is carried out when they have.
  const [asked, setAsked] = useState(false);
  const submit = () => {
    if (refused !== undefined) return;
    setAsked(!ready);
    if (!ready) return;
    const contents = text.trim();
    clear();
    const sending = contents === '' ? null : send(contents, tags);
    // With text the tags are shown under it, so the pictures do not repeat them.
    if (chosen > 0) pictures.send(sending === null ? tags : []);
    void sending?.then((failure) => failure !== null && void popup.oops(failure.message));
  };
  const submitAsked = useEffectEvent(submit);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the messages load outside of React.
    if (asked && ready) submitAsked();
  }, [asked, ready]);
  const edit: typeof change = useCallback(
    (next) => {
      setAsked(false);
      change(next);
    },
    [change],
  );
  return { draft, change: edit, pictures, refused, asked, submit };
}

/** The input of a new message: three rows, emoji, pictures, tags. Enter sends, Shift + Enter starts a new line. */
export function Composer({ room, ready }: ComposerProps) {
  const { draft, change, pictures, refused, asked, submit } = useComposer({ room, ready });
  const { text, tags } = draft;
  const field = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const phone = usePhone();

  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends an input method composition does not send. Safari only reports it by key code 229.
    const composing = event.nativeEvent.isComposing || event.keyCode === 229;
    if (event.key !== 'Enter' || event.shiftKey || composing) return;
    event.preventDefault();
    submit();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    pictures.add(files);
  };
  const untag = (person: TaggedPerson) => change({ tags: tags.filter(({ id }) => id !== person.id) });

  const tooLong = refused !== undefined && refused.code !== 'required' ? refused.message : null;
  return (
    <div ref={footBar} className={styles.composer}>
      <TaggedPeople tags={tags} onRemove={untag} />
      <div className={styles.box}>
        <textarea
          ref={field}
          rows={3}
          value={text}
          className={styles.field}
          aria-label={m.messages_write()}
          aria-describedby={hint}
          aria-invalid={tooLong !== null || undefined}
          placeholder={m.messages_write()}
          enterKeyHint="send"
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <PictureDrafts pictures={pictures.pictures} onRetry={pictures.retry} onDrop={pictures.drop} />
        <div className={styles.tools}>
          <ComposerTools room={room} tags={tags} field={field} change={change} addPictures={pictures.add} />
          <span className="grow" />
          <Left text={text} />
          <Button
            size={phone ? 'md' : 'sm'}
            className={styles.send ?? ''}
            leftSection={<IconSend2 size={18} />}
            disabled={refused !== undefined}
            loading={asked}
            onClick={submit}
          >
            {m.messages_send()}
          </Button>
        </div>
      </div>
      <p id={hint} className={styles.hint} data-bad={tooLong !== null || undefined}>
        {tooLong ?? <span className="deskOnly">{m.messages_hint()}</span>}
      </p>
    </div>
  );
}
