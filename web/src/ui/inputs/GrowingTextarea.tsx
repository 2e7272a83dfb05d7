import { Textarea, type TextareaProps } from '@mantine/core';
import { useMemo } from 'react';

import styles from './GrowingTextarea.module.css';

/** Browsers without `field-sizing` measure the text in two extra layouts for each letter. */
const sizesFields = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false;

type Props = Omit<TextareaProps, 'autosize' | 'minRows' | 'maxRows' | 'classNames' | 'styles'> & {
  minRows: number;
  maxRows?: number;
};

/** A textarea that is as high as its text, between the least and the most rows. */
export function GrowingTextarea({ minRows, maxRows = 20, ...props }: Props) {
  const rows = useMemo(
    () => ({ input: { '--least-rows': minRows, '--most-rows': maxRows } }),
    [minRows, maxRows],
  );
  return sizesFields ? (
    <Textarea {...props} classNames={styles} styles={rows} />
  ) : (
    <Textarea {...props} autosize minRows={minRows} maxRows={maxRows} />
  );
}
