import type { Job } from '@bindings';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { m } from '@/i18n';
import card from '../list/JobCards.module.css';
import styles from './SelectableCard.module.css';
import type { Selection } from './useSelection';

interface SelectableCardProps {
  job: Job;
  toggle: Selection['toggle'];
  selected: boolean;
  /** What the card shows otherwise. */
  children: ReactNode;
}

/** A card of the list on a phone while jobs are being selected: a press selects it, wherever it is pressed. */
export const SelectableCard = ({ job, toggle, selected, children }: SelectableCardProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox of the library is in it.
  <label className={`card ${card.card} ${styles.card}`} data-selected={selected || undefined}>
    {children}
    <span className={styles.check}>
      <Checkbox
        size="md"
        checked={selected}
        onChange={() => toggle(job.id)}
        aria-label={m.bulk_select({ title: job.title })}
      />
    </span>
  </label>
);
