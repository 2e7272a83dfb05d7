import type { JobTemplate } from '@bindings';
import { Button, Skeleton, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { m } from '@/i18n';
import { useJobTemplateChanges, useJobTemplates } from '@/queries/jobs/templates';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { focusOnMount, handlesEscape } from '@/ui/overlays/inlineForm';
import { limits } from '@/wasm/rules';
import styles from './Settings.module.css';

function TemplateRow({ template }: { template: JobTemplate }) {
  const { rename, remove } = useJobTemplateChanges();
  const [typed, setTyped] = useState<string | null>(null);
  const { id, name } = template;
  const save = async () => {
    if (typed === null) return;
    setTyped(null);
    // A refused name comes back into its field.
    if (!(await runWithPopup(() => rename(id, typed)))) setTyped(typed);
  };
  const onRemove = async () => {
    if (await confirmDelete(m.templates_deleteSure({ name }))) await runWithPopup(() => remove(id));
  };
  if (typed !== null)
    return (
      <li>
        <form
          className={styles.logo}
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setTyped(null);
          }}
        >
          <TextInput
            className="grow"
            aria-label={m.templates_name()}
            required
            autoComplete="off"
            maxLength={limits().templateName}
            ref={focusOnMount}
            {...handlesEscape}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" {...handlesEscape}>
            {m.common_save()}
          </Button>
          <Button variant="default" onClick={() => setTyped(null)} {...handlesEscape}>
            {m.common_cancel()}
          </Button>
        </form>
      </li>
    );
  return (
    <li className={styles.logo}>
      <span className="grow">{name}</span>
      <Button variant="default" aria-label={m.templates_renameNamed({ name })} onClick={() => setTyped(name)}>
        {m.templates_rename()}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        aria-label={m.workdays_removeNamed({ name })}
        onClick={() => void onRemove()}
      >
        {m.workdays_remove()}
      </Button>
    </li>
  );
}

/** The templates of jobs: to rename and to delete them. They are made on the page of a job. */
export function JobTemplatesForm() {
  const id = useId();
  const { data, error, refetch } = useJobTemplates();
  return (
    <section className={styles.form} aria-labelledby={`${id}-title`}>
      <div>
        <h3 id={`${id}-title`}>{m.templates_title()}</h3>
        <p className="muted">{m.templates_titleHint()}</p>
      </div>
      {data === undefined &&
        (error === null ? <Skeleton height={36} /> : <LoadFailure why={error.message} onRetry={refetch} />)}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.list}>
          {data.map((template) => (
            <TemplateRow key={template.id} template={template} />
          ))}
        </ul>
      )}
    </section>
  );
}
