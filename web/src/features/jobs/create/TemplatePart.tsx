import type { JobTemplate } from '@bindings';
import { Select } from '@mantine/core';
import { memo } from 'react';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { m, useLanguage } from '@/i18n';
import { useJobTemplates } from '@/queries/jobs/templates';
import { useWorkCalendar } from '@/queries/planning/workdays';
import type { NewJobValues } from './newJobValues';
import { filledFrom } from './templateValues';

/** What this part shows. */
export const templateFields = ['template'] as const;

/** A job like earlier ones: the form is filled from a template. A company without templates has nothing here. */
export const TemplatePart = memo(function TemplatePart({ form }: { form: RulesForm<NewJobValues> }) {
  useLanguage();
  const { data: templates = [] } = useJobTemplates();
  const calendar = useWorkCalendar();
  const { value, ...choice } = form.choice('template');
  // One that was deleted meanwhile can be emptied.
  if (templates.length === 0 && value === '') return null;
  const chosen = templates.find(({ id }) => id === value);
  const choose = (id: string | null) => {
    const template = templates.find((each) => each.id === id);
    if (template === undefined) return form.set('template', '');
    const now = form.latest();
    const filled = filledFrom(template, now, chosen);
    const fill = <N extends keyof NewJobValues>(name: N) => {
      const next = filled[name];
      if (next !== undefined) form.set(name, next as NewJobValues[N]);
    };
    for (const name of Object.keys(filled)) fill(name as keyof NewJobValues);
    const { startDate, endDate } = now;
    if (calendar === null || startDate === '') return;
    const last = (of: JobTemplate | undefined) =>
      of == null || of.workdays === null ? '' : calendar.spanFrom(startDate, of.workdays).endDate;
    // Days that the user has entered stay.
    if (template.workdays !== null && ['', startDate, last(chosen)].includes(endDate))
      form.set('endDate', last(template));
  };
  return (
    <Select
      {...choice}
      label={m.templates_from()}
      description={
        chosen === undefined
          ? m.templates_fromHint()
          : m.templates_brings({ measurements: chosen.measurements, rows: chosen.orderRows })
      }
      data={templates.map(({ id, name }) => ({ value: id, label: name }))}
      value={value === '' ? null : value}
      onChange={choose}
      searchable={templates.length > 7}
      clearable
      clearButtonProps={{ 'aria-label': m.jobs_emptyField({ field: m.templates_from() }) }}
      comboboxProps={{ withinPortal: false }}
    />
  );
});
