import { useState } from 'react';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { dateTimeText } from '@/ui/dates/times';
import { RecordList, RecordRow } from '@/ui/layout/RecordList';
import styles from './ImportScreen.module.css';
import { type ImportStep, readImports } from './recentImports';
import { UndoImport } from './UndoImport';

/** The imports of the last day, to undo one after its result was left. */
export function RecentImports({ kind, changes }: { kind: ImportStep; changes: readonly string[] }) {
  const { company } = useSession();
  const zone = useCompanyZone();
  const [imports] = useState(() => readImports(company.id).filter((one) => one.kind === kind));
  if (imports.length === 0) return null;
  return (
    <section className="card" aria-labelledby="recent-imports">
      <h2 id="recent-imports" className={`subtitle ${styles.recent}`}>
        {m.imports_recent()}
      </h2>
      <RecordList label={m.imports_recent()}>
        {imports.map(({ id, file, count, at }) => (
          <RecordRow key={id} name={file} actions={<UndoImport changes={changes} id={id} file={file} />}>
            <div className="muted num">
              {m.imports_recentLine({ count: count.toLocaleString('en-US'), when: dateTimeText(at, zone) })}
            </div>
          </RecordRow>
        ))}
      </RecordList>
    </section>
  );
}
