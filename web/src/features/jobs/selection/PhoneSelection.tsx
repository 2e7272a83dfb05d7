import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { footBar } from '@/ui/layout/footBars';
import styles from './PhoneSelection.module.css';
import { SelectionActions } from './SelectionActions';
import type { Selection } from './useSelection';

interface PhoneSelectionProps {
  selection: Selection;
  /** The shown jobs, in their order. */
  jobs: readonly Job[];
  onStop: () => void;
}

/** What can be done with the selected jobs on a phone: a bar above the navigation, under the thumb. */
export function PhoneSelection({ selection, jobs, onStop }: PhoneSelectionProps) {
  const { ids, state, toggleAll } = selection;
  const label = m.bulk_selected({ count: ids.size });
  return (
    <section ref={footBar} className={styles.bar} aria-label={label}>
      <div className={styles.head}>
        <b className="num grow" role="status">
          {label}
        </b>
        <Button variant="subtle" color="gray" size="md" onClick={toggleAll}>
          {state === 'all' ? m.bulk_none() : m.bulk_all()}
        </Button>
        <Button variant="default" size="md" onClick={onStop}>
          {m.bulk_end()}
        </Button>
      </div>
      <div className={styles.actions} data-sideways>
        <SelectionActions selection={selection} jobs={jobs} size="md" onDone={onStop} />
      </div>
    </section>
  );
}
