import type { ImportId, ImportUndone } from '@bindings';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { sendRequest } from '@/queries/mutations/request';
import { confirm, popup } from '@/ui/overlays/popups';
import { forgetImport } from './recentImports';

/** What undoing an import did, in one or more sentences. */
function outcomeText({ deleted, kept, restored = [] }: ImportUndone): string {
  const sentences = [m.imports_undone({ count: deleted.length })];
  if (restored.length > 0) sentences.push(m.imports_undoRestored({ count: restored.length }));
  if (kept.length > 0) sentences.push(m.imports_undoKept({ count: kept.length }));
  return sentences.join(' ');
}

interface UndoImportProps {
  /** The query key of what it stored. */
  changes: readonly string[];
  id: ImportId;
  /** The name of the imported file. */
  file: string;
  onUndone?: () => void;
}

/** Takes an import back, except what somebody changed since. Afterwards it says what became of it. */
export function UndoImport({ changes, id, file, onUndone }: UndoImportProps) {
  const queries = useQueryClient();
  const { company } = useSession();
  const [busy, setBusy] = useState(false);
  const [undone, setUndone] = useState<ImportUndone | null>(null);
  const undo = async () => {
    const sure = await confirm({
      body: m.imports_undoSure({ file }),
      confirmLabel: m.imports_undoYes(),
      danger: true,
    });
    if (!sure) return;
    setBusy(true);
    try {
      setUndone(
        await sendRequest<ImportUndone>({ path: `/api/imports/undo/${id}`, failureNotice: 'notSaved' }),
      );
      forgetImport(company.id, id);
      onUndone?.();
      void queries.invalidateQueries({ queryKey: changes });
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setBusy(false);
    }
  };
  if (undone !== null) return <p role="status">{outcomeText(undone)}</p>;
  return (
    <Button
      variant="outline"
      color="crimson"
      loading={busy}
      leftSection={<IconArrowBackUp size={17} aria-hidden />}
      aria-label={m.imports_undoOf({ file })}
      onClick={() => void undo()}
    >
      {m.imports_undo()}
    </Button>
  );
}
