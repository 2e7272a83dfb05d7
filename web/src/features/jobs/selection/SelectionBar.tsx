import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { m } from '@/i18n';
import { SelectionActions } from './SelectionActions';
import styles from './SelectionBar.module.css';
import type { Selection } from './useSelection';

interface SelectionBarProps {
  selection: Selection;
  /** The shown jobs, in their order. */
  jobs: readonly Job[];
}

/** What can be done with the selected jobs; replaces the toolbar of the list while any are selected. */
export function SelectionBar({ selection, jobs }: SelectionBarProps) {
  const { ids, clear } = selection;
  return (
    <section className={styles.bar} aria-label={m.bulk_selected({ count: ids.size })}>
      <b className={`num ${styles.count}`} role="status">
        {m.bulk_selected({ count: ids.size })}
      </b>
      <SelectionActions selection={selection} jobs={jobs} size="sm" onDone={clear} />
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        leftSection={<IconX size={17} aria-hidden />}
        onClick={clear}
      >
        {m.bulk_clear()}
      </Button>
    </section>
  );
}
