import type { BulkChangeForm } from '@bindings';

/** What every panel for the selected jobs gets. */
export interface SelectionPanelProps {
  /** How many jobs are selected. */
  count: number;
  busy: boolean;
  /** Sends the change; false if it failed. */
  run: (change: BulkChangeForm) => Promise<boolean>;
  onClose: () => void;
}
