import '@mantine/dropzone/styles.layer.css';

import { Button, VisuallyHidden } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';
import { IconPhotoPlus, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { acceptedTypes, CameraButton, takeFiles } from '@/components/jobs/CameraButton';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { ActionBar } from '@/ui/layout/ActionBar';
import { limits } from '@/wasm/rules';

import styles from './AddPhotos.module.css';

interface AddPhotosProps {
  add: (files: readonly File[]) => void;
}

/** On a desktop: drops or chooses photos. The drop zone accepts every file, so that a refusal can give its reason. */
function Drop({ add }: AddPhotosProps) {
  const { whyNot } = useSession();
  const reason = whyNot('jobs.images');
  const megabytes = limits().jobImageBytes / 1_048_576;
  return (
    <Dropzone
      className={`deskOnly ${styles.drop}`}
      // A press of the inner button bubbles to the drop zone, which opens the picker.
      activateOnKeyboard={false}
      disabled={reason !== null}
      inputProps={{ accept: acceptedTypes(), 'aria-label': m.jobs_imagesChoosePhotos() }}
      onDropAny={(files, refused) => add([...files, ...refused.map(({ file }) => file)])}
      onDrop={() => undefined}
    >
      <div className={styles.line}>
        <IconUpload size={22} aria-hidden />
        <span>
          <strong>{m.jobs_imagesDrop()}</strong> {m.jobs_imagesOr()}{' '}
          <button type="button" className={styles.choose} disabled={reason !== null}>
            {m.jobs_imagesChoose()}
          </button>
        </span>
        <span className="grow" />
        <span className="muted">{reason ?? m.jobs_imagesKinds({ megabytes })}</span>
      </div>
    </Dropzone>
  );
}

/** On a phone, within reach of the thumb: the camera first, or existing photos. */
function Camera({ add }: AddPhotosProps) {
  const roll = useRef<HTMLInputElement>(null);
  return (
    <>
      <VisuallyHidden aria-hidden>
        <input
          ref={roll}
          type="file"
          accept={acceptedTypes()}
          multiple
          tabIndex={-1}
          onChange={(event) => add(takeFiles(event))}
        />
      </VisuallyHidden>
      <ActionBar overlay>
        <Permitted action="jobs.images">
          <Button
            variant="default"
            leftSection={<IconPhotoPlus size={20} />}
            onClick={() => roll.current?.click()}
          >
            {m.jobs_imagesGallery()}
          </Button>
        </Permitted>
        <CameraButton label={m.jobs_imagesTake()} add={add} />
      </ActionBar>
    </>
  );
}

/** The controls to add photos to a job. */
export function AddPhotos({ add }: AddPhotosProps) {
  return (
    <>
      <Drop add={add} />
      <Camera add={add} />
    </>
  );
}
