import { Button, VisuallyHidden } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { Permitted } from '@/components/permissions/Permitted';
import { offeredFiles } from '@/wasm/rules';

/** The chosen files of an input, which is emptied: choosing the same photo again must fire a change event again. */
export function takeFiles({ currentTarget }: ChangeEvent<HTMLInputElement>): File[] {
  const files = [...(currentTarget.files ?? [])];
  currentTarget.value = '';
  return files;
}

/** The file types of the picker. An iPhone converts HEIC photos when JPEG is requested. */
export const acceptedTypes = () => offeredFiles('jobImage');

interface CameraButtonProps {
  label: string;
  variant?: 'filled' | 'default';
  size?: 'sm' | 'md';
  add: (files: readonly File[]) => void;
}

/** Opens the camera of a phone. */
export function CameraButton({ label, variant = 'filled', size = 'sm', add }: CameraButtonProps) {
  const camera = useRef<HTMLInputElement>(null);
  return (
    <>
      <VisuallyHidden aria-hidden>
        <input
          ref={camera}
          type="file"
          accept={acceptedTypes()}
          capture="environment"
          tabIndex={-1}
          onChange={(event) => add(takeFiles(event))}
        />
      </VisuallyHidden>
      <Permitted action="jobs.images">
        <Button
          variant={variant}
          size={size}
          leftSection={<IconCamera size={20} />}
          onClick={() => camera.current?.click()}
        >
          {label}
        </Button>
      </Permitted>
    </>
  );
}
