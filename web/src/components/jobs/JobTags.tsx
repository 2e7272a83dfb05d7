import type { Job, Tag } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { InlineAddForm } from '@/components/forms/InlineAddForm';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobRecords } from '@/queries/jobs/records';
import { isOptimisticId } from '@/queries/mutations/optimisticIds';
import { CharacterCounter } from '@/ui/inputs/CharacterCounter';
import { focusOnMount, handlesEscape } from '@/ui/overlays/inlineForm';
import { checkTag, limits } from '@/wasm/rules';
import part from './JobPart.module.css';
import styles from './JobTags.module.css';

const blank = { content: '' };

/** The field for a new tag. It stays open for the next one; a refused tag is put back into it. */
function NewTag({ job, close }: { job: Job; close: () => void }) {
  const { language } = useSession();
  const { addTag } = useJobRecords(job.id);
  const form = useRulesForm({
    initial: blank,
    check: (typed) => checkTag(typed, language),
    submit: async ({ content }) => {
      form.reset(blank);
      try {
        await addTag(content);
      } catch (failure) {
        form.set('content', content);
        throw failure;
      }
    },
  });
  const { content } = form.values;
  return (
    <InlineAddForm form={form} close={close}>
      <div className={styles.field}>
        <TextInput
          ref={focusOnMount}
          aria-label={m.jobs_newTag()}
          placeholder={m.jobs_newTag()}
          autoComplete="off"
          readOnly={form.busy}
          {...handlesEscape}
          {...form.field('content')}
        />
        <CharacterCounter text={content} max={limits().tag} />
      </div>
    </InlineAddForm>
  );
}

function Chip({ tag, remove }: { tag: Tag; remove: (() => void) | null }) {
  const { content } = tag;
  return (
    <li className={styles.tag} data-sending={isOptimisticId(tag.id) || undefined}>
      {content}
      {remove !== null && (
        <button
          type="button"
          className={styles.remove}
          aria-label={m.jobs_removeTag({ tag: content })}
          disabled={isOptimisticId(tag.id)}
          onClick={remove}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </li>
  );
}

/** The tags of a job as chips. The contractor's admins add and delete them. */
export function JobTags({ job }: { job: Job }) {
  const { company, may } = useSession();
  const { deleteTag } = useJobRecords(job.id);
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState(false);
  const editor = may('jobs.tags');
  const list = useRef<HTMLUListElement>(null);

  const remove = async ({ id }: Tag) => {
    // The pressed button disappears with its tag, so the focus moves to the list.
    list.current?.focus({ preventScroll: true });
    await runWithPopup(() => deleteTag(id));
  };

  return (
    <section className={part.box}>
      <h3 className={part.head}>{m.jobs_tags()}</h3>
      <ul ref={list} className={styles.tags} aria-label={m.jobs_tags()} tabIndex={-1}>
        {job.tags.map((tag) => (
          <Chip key={tag.id} tag={tag} remove={editor ? () => void remove(tag) : null} />
        ))}
        {job.tags.length === 0 && <li className="dim">{m.jobs_noTags()}</li>}
        {company.companyType === 'contractor' && !adding && (
          <li>
            <Permitted action="jobs.tags">
              <Button
                variant="subtle"
                size="compact-sm"
                leftSection={<IconPlus size={15} stroke={2.4} />}
                {...(opened ? { ref: focusOnMount } : {})}
                onClick={() => {
                  setOpened(true);
                  setAdding(true);
                }}
              >
                {m.jobs_addTag()}
              </Button>
            </Permitted>
          </li>
        )}
      </ul>
      {adding && (
        <div className={styles.add}>
          <NewTag job={job} close={() => setAdding(false)} />
        </div>
      )}
    </section>
  );
}
