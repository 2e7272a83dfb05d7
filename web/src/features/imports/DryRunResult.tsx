import { m } from '@/i18n';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import styles from './ImportScreen.module.css';
import type { ImportConfig } from './importKinds';
import type { DryRun } from './useDryRun';

const figure = (count: number) => count.toLocaleString('en-US');

/** What an import would do, before anything is stored. */
export function DryRunResult({ of, tried }: { of: ImportConfig; tried: DryRun }) {
  if (tried.state === 'idle') return null;
  if (tried.state === 'failed')
    return (
      <div className={styles.failures}>
        <ErrorBox>
          {tried.failures.map((failure) => (
            <p key={failure}>{failure}</p>
          ))}
        </ErrorBox>
      </div>
    );
  if (tried.state === 'sending')
    return (
      <p role="status" className={`card ${styles.tried}`}>
        {m.imports_trying()}
      </p>
    );
  const { created, changed, alreadyThere, refused } = tried.figures;
  const figures = { created: figure(created), there: figure(alreadyThere), refused: figure(refused) };
  return (
    <p role="status" className={`card ${styles.tried}`}>
      {changed === undefined || of.changed === undefined
        ? m.imports_tried(figures)
        : of.changed.tried({ ...figures, changed: figure(changed) })}
    </p>
  );
}
