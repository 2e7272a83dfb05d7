import { TagsInput, TextInput } from '@mantine/core';
import { memo } from 'react';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { ColorPicker } from '@/components/jobs/ColorPicker';
import { m, useLanguage } from '@/i18n';
import { FigureField } from '@/ui/inputs/FigureField';
import { GrowingTextarea } from '@/ui/inputs/GrowingTextarea';
import { newJobColor } from '@/wasm/rules';
import styles from './CreateJob.module.css';
import type { NewJobValues } from './newJobValues';

/** What this part shows. */
export const factFields = ['note', 'contractAmount', 'jobNumber', 'tags', 'color'] as const;

/** What may be known of the job beyond place and days. */
export const MoreFacts = memo(function MoreFacts({ form }: { form: RulesForm<NewJobValues> }) {
  useLanguage();
  const { color } = form.values;
  return (
    <>
      <GrowingTextarea
        label={m.jobs_firstNote()}
        placeholder={m.jobs_firstNoteHint()}
        minRows={2}
        maxRows={8}
        {...form.field('note')}
      />
      <div className={styles.fields}>
        <FigureField label={m.jobs_amount()} leftSection="$" {...form.choice('contractAmount')} />
        <TextInput label={m.jobs_number()} autoComplete="off" {...form.field('jobNumber')} />
        <TagsInput
          className={styles.wide ?? ''}
          label={m.jobs_tags()}
          description={m.jobs_tagsHint()}
          acceptValueOnBlur
          comboboxProps={{ withinPortal: false }}
          {...form.choice('tags')}
        />
      </div>
      <ColorPicker
        label={m.jobs_color()}
        value={color === '' ? newJobColor() : color}
        onChange={(next) => form.set('color', next)}
      />
    </>
  );
});
