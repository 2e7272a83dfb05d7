import '@mantine/dropzone/styles.layer.css';

import { Dropzone } from '@mantine/dropzone';
import { useId } from 'react';
import { m } from '@/i18n';
import { limits, offeredFiles } from '@/wasm/rules';

import styles from './Files.module.css';

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
        // The picker's default filter. Every file is accepted here, so that a refusal can say why.
        inputProps={{ accept: offeredFiles('companyFile'), 'aria-label': m.company_fileChoose() }}
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
