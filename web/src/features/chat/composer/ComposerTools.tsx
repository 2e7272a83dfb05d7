import type { TaggedPerson } from '@bindings';
import { memo, type RefObject } from 'react';
import type { Room } from '@/queries/chat/rooms';
import { EmojiButton } from './EmojiButton';
import { PictureButtons } from './PictureButtons';
import { TagPicker } from './TagPicker';

interface ComposerToolsProps {
  room: Room;
  tags: readonly TaggedPerson[];
  field: RefObject<HTMLTextAreaElement | null>;
  change: (next: { text?: string; tags?: TaggedPerson[] }) => void;
  addPictures: (files: readonly File[]) => void;
}

/** Emoji, pictures and tags. Not rendered again for each letter, nor when a message is sent: it would be half of that. */
export const ComposerTools = memo(function ComposerTools({
  room,
  tags,
  field,
  change,
  addPictures,
}: ComposerToolsProps) {
  /** The text cursor; insertions keep it behind the inserted text. */
  const insert = (emoji: string) => {
    const area = field.current;
    if (area === null) return;
    area.setRangeText(emoji, area.selectionStart, area.selectionEnd, 'end');
    change({ text: area.value });
  };
  return (
    <>
      <EmojiButton onPick={insert} onClose={() => field.current?.focus()} />
      <PictureButtons add={addPictures} />
      <TagPicker room={room} tags={tags} onChange={(next) => change({ tags: next })} />
    </>
  );
});
