import { useId } from 'react';
import { m } from '@/i18n';
import { DropArea } from '@/ui/files/DropArea';
import { limits, offeredFiles } from '@/wasm/rules';

import styles from './Files.module.css';

interface FileDropProps {
  file: File | null;
  error: string | undefined;
  disabled: boolean;
  choose: (file: File) => void;
}

/** A target to drop one file on, or to choose it. */
export function FileDrop({ file, error, disabled, choose }: FileDropProps) {
  const id = useId();
  return (
    <div>
      <DropArea
        className={styles.drop}
        disabled={disabled}
        // The picker's default filter.
        inputProps={{ accept: offeredFiles('companyFile'), 'aria-label': m.company_fileChoose() }}
        choose={choose}
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
      </DropArea>
      <p id={id} role="alert" className={error === undefined ? undefined : styles.error}>
        {error}
      </p>
    </div>
  );
}
