import { m } from '@/i18n';
import { RecordList, RecordRow } from '@/ui/layout/RecordList';

import styles from './Photos.module.css';
import type { RefusedFile } from './photoPlan';

/** How many are listed; of a whole disk there may be thousands. */
const shownAtOnce = 50;

/** The files that are not added, with the reasons. */
export function RefusedFiles({ files }: { files: readonly RefusedFile[] }) {
  if (files.length === 0) return null;
  const more = files.length - shownAtOnce;
  return (
    <section className={`card ${styles.part}`} aria-label={m.imports_photosRefused()}>
      <h2 className="subtitle">{m.imports_photosRefused()}</h2>
      <RecordList label={m.imports_photosRefused()}>
        {files.slice(0, shownAtOnce).map(({ path, reason }) => (
          <RecordRow key={path} name={path}>
            <div className="muted">{reason ?? m.imports_photosNoPicture()}</div>
          </RecordRow>
        ))}
      </RecordList>
      {more > 0 && <p className="muted">{m.imports_photosMore({ count: more })}</p>}
    </section>
  );
}
