import type { Job, Tag } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { m } from '@/i18n';
import { useJobRecords } from '@/session/jobRecords';
import { isOnItsWay } from '@/session/onItsWay';
import { useSession } from '@/session/session';
import { Counter } from '@/ui/Counted';
import { ownEscape, takeFocus } from '@/ui/inPlace';
import { Permitted } from '@/ui/Permitted';
import { popup } from '@/ui/popups';
import { useUnsaved } from '@/ui/unsaved';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkTag, limits } from '@/wasm/rules';
import styles from './JobTags.module.css';
import part from './Part.module.css';

const blank = { content: '' };

/** The field of a new tag. It stays open for the next one; a tag that is refused stands in it again. */
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
  useUnsaved(form.dirty || form.busy);
  const { content } = form.values;
  return (
    <form
      {...form.form}
      className={styles.form}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !form.busy) close();
      }}
    >
      <div className={styles.field}>
        <TextInput
          ref={takeFocus}
          aria-label={m.jobs_newTag()}
          placeholder={m.jobs_newTag()}
          autoComplete="off"
          readOnly={form.busy}
          {...ownEscape}
          {...form.field('content')}
        />
        <Counter text={content} max={limits().tag} />
      </div>
      <Button type="submit" size="sm" variant="default" loading={form.busy} {...ownEscape}>
        {m.common_add()}
      </Button>
      <Button variant="subtle" color="gray" size="sm" onClick={close} disabled={form.busy} {...ownEscape}>
        {m.common_close()}
      </Button>
    </form>
  );
}

function Chip({ tag, remove }: { tag: Tag; remove: (() => void) | null }) {
  const { content } = tag;
  return (
    <li className={styles.tag} data-sending={isOnItsWay(tag.id) || undefined}>
      {content}
      {remove !== null && (
        <button
          type="button"
          className={styles.remove}
          aria-label={m.jobs_removeTag({ tag: content })}
          disabled={isOnItsWay(tag.id)}
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
    // The pressed button goes with its tag: whoever works by keyboard goes on from the list.
    list.current?.focus({ preventScroll: true });
    try {
      await deleteTag(id);
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    }
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
                {...(opened ? { ref: takeFocus } : {})}
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
      {adding && <NewTag job={job} close={() => setAdding(false)} />}
    </section>
  );
}
