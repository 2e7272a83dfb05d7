import '@mantine/dropzone/styles.layer.css';

import { Dropzone, type DropzoneProps } from '@mantine/dropzone';

import styles from './DropArea.module.css';

interface DropAreaProps extends Pick<DropzoneProps, 'children' | 'disabled' | 'inputProps'> {
  className: string | undefined;
  choose: (file: File) => void;
}

/** Takes one file: dropped, or chosen by a button in it. Every file is accepted here, so that a refusal can say why. */
export const DropArea = ({ className = '', choose, ...props }: DropAreaProps) => (
  <Dropzone
    {...props}
    className={`${styles.area} ${className}`}
    multiple={false}
    // A press on the button inside bubbles to the zone, which opens the picker.
    activateOnKeyboard={false}
    onDropAny={(files, refused) => {
      const file = files[0] ?? refused[0]?.file;
      if (file !== undefined) choose(file);
    }}
    onDrop={() => undefined}
  />
);
