import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { m } from '@/i18n';
import { useSavedViewChanges, useSavedViews } from '@/queries/jobs/savedViews';
import { isOptimisticId } from '@/queries/mutations/optimisticIds';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { popup } from '@/ui/overlays/popups';
import { limits } from '@/wasm/rules';
import { useRules } from '@/wasm/useRules';
import { copyViewLink } from './copyViewLink';
import styles from './SavedViews.module.css';
import { ViewRow } from './ViewRow';

interface SavedViewsProps {
  /** What is shown now, as a query string. */
  view: string;
  /** Called when a view was opened. */
  onOpen?: () => void;
}

const oops = (failure: Error) => popup.oops(failure.message);

/**
 * The views that the user saved and those that the company shares, and the present one, to save it or to send its address
 * to a colleague.
 */
export function SavedViews({ view, onOpen }: SavedViewsProps) {
  const { data, error, refetch } = useSavedViews();
  const views = data ?? [];
  const { create, set } = useSavedViewChanges();
  const hasRules = useRules();
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const chosen = name.trim();
    if (chosen === '') return;
    // A view of the same name is replaced, and stays shared.
    const same = views.find((each) => each.isOwn && each.name === chosen && !isOptimisticId(each.id));
    const form = { name: chosen, search: view, isShared: isShared || same?.isShared === true };
    (same === undefined ? create(form) : set({ ...same, ...form })).catch((failure: Error) => {
      setName((typed) => (typed === '' ? chosen : typed));
      setShared(isShared);
      void oops(failure);
    });
    setName('');
    setShared(false);
  };
  return (
    <section className="stack" aria-label={m.jobs_views()}>
      {data === undefined && error !== null && (
        <LoadFailure why={error.message} onRetry={() => void refetch()} />
      )}
      {views.length > 0 && (
        <ul className={styles.views}>
          {views.map((each) => (
            <ViewRow key={each.id} saved={each} shown={each.search === view} onOpen={onOpen} />
          ))}
        </ul>
      )}
      <form className="stack" onSubmit={onSubmit}>
        <div className={styles.save}>
          <TextInput
            className="grow"
            label={m.jobs_viewName()}
            description={m.jobs_viewHint()}
            // The list is shown before the rules have loaded.
            {...(hasRules ? { maxLength: limits().viewName } : {})}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Button type="submit" variant="default">
            {m.common_save()}
          </Button>
        </div>
        <Checkbox
          label={m.jobs_viewShare()}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      </form>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconLink size={17} aria-hidden />}
        onClick={() => void copyViewLink(view)}
      >
        {m.jobs_viewCopy()}
      </Button>
    </section>
  );
}
