import '@mantine/dropzone/styles.layer.css';

import { Button, Loader } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconPhotoUp } from '@tabler/icons-react';
import { m } from '@/i18n';
import area from '@/ui/files/DropArea.module.css';
import { offeredFiles } from '@/wasm/rules';
import styles from '../ImportScreen.module.css';

interface PhotoDropProps {
  choose: (files: readonly File[]) => void;
  reading: boolean;
}

/** Takes a ZIP or photos: dropped, also as a folder, or chosen by its button. */
export const PhotoDrop = ({ choose, reading }: PhotoDropProps) => (
  <Dropzone
    className={`${area.area} ${styles.drop}`}
    disabled={reading}
    // A press on the button inside bubbles to the zone, which opens the picker.
    activateOnKeyboard={false}
    inputProps={{
      accept: `.zip,application/zip,${offeredFiles('jobImage')}`,
      'aria-label': m.imports_photosChoose(),
    }}
    onDropAny={(files, refused) => choose([...files, ...refused.map(({ file }) => file)])}
    onDrop={() => undefined}
  >
    <div className={styles.dropLine}>
      {reading ? (
        <>
          <Loader size={22} />
          <span role="status">{m.imports_photosReading()}</span>
        </>
      ) : (
        <>
          <IconPhotoUp size={22} aria-hidden />
          <strong className="deskOnly">{m.imports_photosDrop()}</strong>
          <span className="muted deskOnly">{m.imports_or()}</span>
          <Button variant="default">{m.imports_photosChoose()}</Button>
        </>
      )}
    </div>
  </Dropzone>
);
