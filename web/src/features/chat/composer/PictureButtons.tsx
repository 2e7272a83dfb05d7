import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconCamera, IconPhoto } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { m } from '@/i18n';
import { usePhone } from '@/ui/theme/usePhone';

import styles from './Composer.module.css';

/** The file types of the specification, and WebP. An iPhone converts HEIC photos when JPEG is requested. */
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
