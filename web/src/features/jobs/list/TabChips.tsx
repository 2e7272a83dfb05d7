import { IconChecks } from '@tabler/icons-react';
import { m } from '@/i18n';

import styles from './JobsScreen.module.css';
import { type JobFilters, type JobTab, tabs } from './jobFilters';

export const tabNames: Record<JobTab, () => string> = {
  all: () => m.jobs_all(),
  active: () => m.jobs_activeTab(),
  complete: () => m.jobs_completeTab(),
  unscheduled: () => m.common_unscheduled(),
};

export interface TabsProps extends Pick<JobFilters, 'tab' | 'setTab'> {
  /** The number of jobs of each tab. */
  counts: Record<JobTab, number> | undefined;
}

interface TabChipsProps extends TabsProps {
  /** Begins to select jobs, for whom may change them. */
  onSelect?: () => void;
}

/** The tabs on a phone: chips that scroll sideways. Beside them begins the selection of several jobs. */
export function TabChips({ tab, setTab, counts, onSelect }: TabChipsProps) {
  return (
    <div className={styles.chipsRow}>
      <fieldset className={styles.chips} data-sideways aria-label={m.jobs_tabs()}>
        {tabs.map((value) => (
          <button
            key={value}
            type="button"
            className={`chip ${styles.chip}`}
            aria-pressed={tab === value}
            onClick={() => setTab(value)}
          >
            {tabNames[value]()} <span className="num">{counts?.[value]}</span>
          </button>
        ))}
      </fieldset>
      {onSelect !== undefined && (
        <button
          type="button"
          className={`chip ${styles.chip}`}
          aria-label={m.bulk_begin()}
          onClick={onSelect}
        >
          <IconChecks size={20} aria-hidden />
        </button>
      )}
    </div>
  );
}
