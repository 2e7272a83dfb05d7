import { confirmDelete } from './confirmDelete';
import { useBusyRun } from './runWithPopup';

export interface DeleteRequest {
  /** Names what is deleted, including what is deleted with it. */
  question: string;
  remove: () => Promise<void>;
  /** Called after the deletion. */
  onDeleted: () => void;
}

/** Asks for confirmation before something is deleted, and shows why it could not be. */
export function useConfirmedDelete() {
  const { busy, run } = useBusyRun();
  const requestDelete = async ({ question, remove, onDeleted }: DeleteRequest) => {
    if (!(await confirmDelete(question))) return;
    if (await run(remove)) onDeleted();
  };
  return { busy, requestDelete };
}
