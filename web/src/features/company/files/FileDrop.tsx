import '@mantine/dropzone/styles.layer.css';

import { Dropzone } from '@mantine/dropzone';
import { useId } from 'react';
import { m } from '@/i18n';
import { limits } from '@/wasm/rules';

import styles from './Files.module.css';

/** What a picker offers first. Everything is taken, so that what is refused hears why. */
const wanted =
  'image/png,image/jpeg,image/gif,image/webp,application/pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.odt,.ods,.odp';

interface FileDropProps {
  file: File | null;
  error: string | undefined;
  disabled: boolean;
  choose: (file: File) => void;
}

/** Drop one file, or choose it. */
export function FileDrop({ file, error, disabled, choose }: FileDropProps) {
  const id = useId();
  return (
    <div>
      <Dropzone
        className={styles.drop ?? ''}
        // Pressing the button inside reaches the zone, which opens the picker.
        activateOnKeyboard={false}
        multiple={false}
        disabled={disabled}
        inputProps={{ accept: wanted, 'aria-label': m.company_fileChoose() }}
        onDropAny={(files, refused) => {
          const [first] = [...files, ...refused.map((one) => one.file)];
          if (first !== undefined) choose(first);
        }}
        onDrop={() => undefined}
      >
        {file !== null && <span className={styles.chosen}>{file.name}</span>}
        <span>
          <strong className="deskOnly">{m.company_fileDrop()}</strong>{' '}
          <span className="deskOnly">{m.company_fileOr()}</span>{' '}
          <button
            type="button"
            data-field="bytes"
            className={styles.choose}
            disabled={disabled}
            aria-describedby={id}
          >
            {m.company_fileChoose()}
          </button>
        </span>
        <p>{m.company_fileLimit({ megabytes: limits().companyFileBytes / 1_048_576 })}</p>
      </Dropzone>
      <p id={id} role="alert" className={error === undefined ? undefined : styles.error}>
        {error}
      </p>
    </div>
  );
}
