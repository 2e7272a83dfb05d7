import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { m } from '@/i18n';
import { usePhone } from '@/ui/theme/usePhone';

import styles from './Composer.module.css';

/** The file types of the specification, and WebP. An iPhone converts HEIC photos when JPEG is requested. */
const accepted = 'image/png,image/jpeg,image/gif';

/** Buttons to choose pictures or, on a phone, to take them. */
export function PictureButtons({ add }: { add: (files: readonly File[]) => void }) {
  const roll = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const phone = usePhone();
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add([...(currentTarget.files ?? [])]);
    // Choosing the same picture again must fire a change event again.
    currentTarget.value = '';
  };
  return (
    <>
      <VisuallyHidden aria-hidden>
        <input ref={roll} type="file" accept={accepted} multiple tabIndex={-1} onChange={take} />
        <input
          ref={camera}
          type="file"
          accept="image/jpeg"
          capture="environment"
          tabIndex={-1}
          onChange={take}
        />
      </VisuallyHidden>
      <ActionIcon
        className={styles.tool ?? ''}
        aria-label={m.messages_addPhotos()}
        onClick={() => roll.current?.click()}
      >
        <IconPhoto size={21} />
      </ActionIcon>
      {phone && (
        <ActionIcon
          className={styles.tool ?? ''}
          aria-label={m.messages_takePhoto()}
          onClick={() => camera.current?.click()}
        >
          <IconCamera size={21} />
        </ActionIcon>
      )}
    </>
  );
}
