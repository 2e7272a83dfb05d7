import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { m } from '@/i18n';
import { usePhone } from '@/ui/phone';

import styles from './Composer.module.css';

/** What the picker offers, by the words of the specification; WebP is taken too. An iPhone that is asked for JPEG converts its HEIC photos by itself. */
const wanted = 'image/png,image/jpeg,image/gif';

/** Chooses pictures; on a phone the camera takes them, too. */
export function PictureButtons({ add }: { add: (files: readonly File[]) => void }) {
  const roll = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const phone = usePhone();
  const take = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add([...(currentTarget.files ?? [])]);
    // The same picture chosen again must be noticed again.
    currentTarget.value = '';
  };
  return (
    <>
      <VisuallyHidden aria-hidden>
        <input ref={roll} type="file" accept={wanted} multiple tabIndex={-1} onChange={take} />
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
