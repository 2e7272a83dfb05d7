import { CloseButton } from '@mantine/core';
import { useId, useState } from 'react';
import { m } from '@/i18n';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { ImagePreview } from '@/ui/files/ImagePreview';

import styles from './DeliveryPhotos.module.css';
import { PhotoButton } from './PhotoButton';

interface ChosenPhotosProps {
  photos: readonly File[];
  /** Why a file cannot be a photo. */
  refusalOf: (file: File) => string | null;
  onChange: (photos: readonly File[]) => void;
}

/** The same photo again has the same key. */
const keyOf = ({ name, lastModified, size }: File) => `${name} ${lastModified} ${size}`;

/** Photos that are stored with a delivery. */
export function ChosenPhotos({ photos, refusalOf, onChange }: ChosenPhotosProps) {
  const id = useId();
  const [refusal, setRefusal] = useState<string | null>(null);
  const add = (files: readonly File[]) => {
    setRefusal(files.map(refusalOf).find((reason) => reason !== null) ?? null);
    const chosen = new Map(photos.map((file) => [keyOf(file), file]));
    for (const file of files) if (refusalOf(file) === null) chosen.set(keyOf(file), file);
    onChange([...chosen.values()]);
  };
  return (
    <section className="stack" aria-labelledby={`${id}-title`}>
      <div className={styles.head}>
        <h3 id={`${id}-title`} className="grow">
          {m.purchase_receivePhotos()}
        </h3>
        <PhotoButton label={m.purchase_photosAdd()} add={add} />
      </div>
      {refusal !== null && <ErrorBox>{refusal}</ErrorBox>}
      {photos.length > 0 && (
        <ul className={`plainList ${styles.tiles}`}>
          {photos.map((file, at) => (
            <li key={keyOf(file)} className={styles.chosen}>
              <div className={styles.tile}>
                <ImagePreview file={file} alt={file.name} />
              </div>
              <CloseButton
                className={styles.remove ?? ''}
                size={44}
                aria-label={m.purchase_photoRemove({ name: file.name })}
                onClick={() => onChange(photos.filter((_, each) => each !== at))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
