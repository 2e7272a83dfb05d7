import type { Job } from '@bindings';
import part from '@/components/jobs/JobPart.module.css';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobFacts } from '@/queries/jobs/facts';
import { TextareaWithCounter } from '@/ui/inputs/CharacterCounter';
import { focusOnMount, handlesEscape } from '@/ui/overlays/inlineForm';
import { checkInspectionNote, limits } from '@/wasm/rules';
import { EditButton, InlineForm } from './InlineForm';
import styles from './JobDetails.module.css';
import { useInlineEdit } from './useInlineEdit';

/** The inspection note: everyone on the job can read it, the contractor's admins write it. */
export function InspectionNote({ job }: { job: Job }) {
  const { language } = useSession();
  const { inspectionNote } = useJobFacts(job.id);
  const { editing, opened, form, start, cancel } = useInlineEdit({
    saved: { inspectionNote: job.inspectionNote ?? '' },
    check: (typed) => checkInspectionNote(typed, language),
    save: (typed) => inspectionNote(typed.inspectionNote),
  });
  return (
    <section className={part.box}>
      <h3 className={part.head}>
        {m.jobs_note()}
        {!editing && (
          <EditButton name={m.jobs_note()} action="jobs.inspectionNote" opened={opened} onClick={start} />
        )}
      </h3>
      {editing ? (
        <InlineForm form={form} onCancel={cancel}>
          <TextareaWithCounter
            ref={focusOnMount}
            aria-label={m.jobs_note()}
            description={m.jobs_noteOnCard()}
            max={limits().inspectionNote}
            {...handlesEscape}
            {...form.field('inspectionNote')}
          />
        </InlineForm>
      ) : job.inspectionNote === null ? (
        <p className="dim">{m.jobs_noNote()}</p>
      ) : (
        <p className={styles.note}>{job.inspectionNote}</p>
      )}
    </section>
  );
}
