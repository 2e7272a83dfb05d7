import type { Job } from '@bindings';
import { m } from '@/i18n';
import { useJobFacts } from '@/session/jobFacts';
import { useSession } from '@/session/session';
import { CountedTextarea } from '@/ui/Counted';
import { ownEscape, takeFocus } from '@/ui/inPlace';
import part from '@/ui/jobParts/Part.module.css';
import { checkInspectionNote, limits } from '@/wasm/rules';
import { InPlaceForm, Pencil } from './InPlace';
import styles from './JobDetails.module.css';
import { useEditInPlace } from './useEditInPlace';

/** What the inspection found: a text that everyone on the job reads, and the contractor's admins write. */
export function InspectionNote({ job }: { job: Job }) {
  const { language } = useSession();
  const { inspectionNote } = useJobFacts(job.id);
  const { editing, opened, form, start, cancel } = useEditInPlace({
    saved: { inspectionNote: job.inspectionNote ?? '' },
    check: (typed) => checkInspectionNote(typed, language),
    save: (typed) => inspectionNote(typed.inspectionNote),
  });
  return (
    <section className={part.box}>
      <h3 className={part.head}>
        {m.jobs_note()}
        {!editing && (
          <Pencil name={m.jobs_note()} action="jobs.inspectionNote" opened={opened} onClick={start} />
        )}
      </h3>
      {editing ? (
        <InPlaceForm form={form} onCancel={cancel}>
          <CountedTextarea
            ref={takeFocus}
            aria-label={m.jobs_note()}
            description={m.jobs_noteOnCard()}
            max={limits().inspectionNote}
            {...ownEscape}
            {...form.field('inspectionNote')}
          />
        </InPlaceForm>
      ) : job.inspectionNote === null ? (
        <p className="dim">{m.jobs_noNote()}</p>
      ) : (
        <p className={styles.note}>{job.inspectionNote}</p>
      )}
    </section>
  );
}
