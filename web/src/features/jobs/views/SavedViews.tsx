import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconLink, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { toast } from '@/ui/overlays/toasts';
import styles from './SavedViews.module.css';
import { useSavedViews } from './savedViews';

interface SavedViewsProps {
  /** What is shown now, as a query string. */
  view: string;
  /** Called when a view was opened. */
  onOpen?: () => void;
}

/** The views that the user saved, and the present one, to save it or to send its address to a colleague. */
export function SavedViews({ view, onOpen }: SavedViewsProps) {
  const { views, save, remove } = useSavedViews();
  const [name, setName] = useState('');
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') return;
    save({ name: name.trim(), search: view });
    setName('');
  };
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}/app/jobs?${view}`);
    toast.sweet(m.jobs_viewCopied());
  };
  return (
    <section className="stack" aria-label={m.jobs_views()}>
      {views.length > 0 && (
        <ul className={styles.views}>
          {views.map((each) => (
            <li key={each.name} className={styles.view}>
              <Link
                to={{ pathname: '/app/jobs', search: each.search }}
                className={styles.open}
                aria-current={each.search === view || undefined}
                onClick={onOpen}
              >
                {each.name}
              </Link>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={m.jobs_viewRemove({ name: each.name })}
                onClick={() => remove(each.name)}
              >
                <IconTrash size={17} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <form className={styles.save} onSubmit={onSubmit}>
        <TextInput
          className="grow"
          label={m.jobs_viewName()}
          description={m.jobs_viewHint()}
          maxLength={40}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {m.common_save()}
        </Button>
      </form>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconLink size={17} aria-hidden />}
        onClick={() => void copy()}
      >
        {m.jobs_viewCopy()}
      </Button>
    </section>
  );
}
