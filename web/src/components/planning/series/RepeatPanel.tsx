import type { RepeatRule } from '@bindings';
import { Input, NumberInput, SegmentedControl } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { type ComponentProps, useId } from 'react';
import { FormPanel } from '@/components/forms/FormPanel';
import { type RulesForm, useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { toast } from '@/ui/overlays/toasts';
import { usePhone } from '@/ui/theme/usePhone';
import { limits } from '@/wasm/rules';
import { EveryFields, type EveryValues, RepeatPreview } from './RepeatFields';
import { numberOf, type RepeatCalendar, repeatDays, type TypedRule } from './repeatDays';

interface Values extends EveryValues {
  end: 'times' | 'until';
  times: number | string;
  until: string;
}

const ruleOf = ({ unit, interval, end, times, until }: Values): TypedRule => ({
  unit,
  interval: numberOf(interval),
  ...(end === 'times' ? { times: numberOf(times) } : { until }),
});

/** The words for what is repeated. */
export interface RepeatTexts {
  hint: string;
  /** 'After a number of jobs'. */
  endTimes: string;
  /** 'Jobs, with this one'. */
  times: string;
  create: (input: { count: number }) => string;
  made: (input: { count: number }) => string;
}

/** When it ends: after a number of times, or on a day. */
function EndFields({ form, texts }: { form: RulesForm<Values>; texts: RepeatTexts }) {
  const phone = usePhone();
  const label = useId();
  const { value: times, ...number } = form.choice('times');
  const { value: until, ...day } = form.choice('until');
  return (
    <>
      <Input.Wrapper
        label={m.series_end()}
        labelElement="div"
        id={label}
        labelProps={{ id: `${label}-label` }}
      >
        <SegmentedControl
          fullWidth
          aria-labelledby={`${label}-label`}
          value={form.values.end}
          onChange={(end) => form.set('end', end as Values['end'])}
          data={[
            { value: 'times', label: texts.endTimes },
            { value: 'until', label: m.series_endUntil() },
          ]}
        />
      </Input.Wrapper>
      {form.values.end === 'times' ? (
        <NumberInput
          {...number}
          label={texts.times}
          value={times}
          required
          allowDecimal={false}
          allowNegative={false}
          max={limits().repeatTimes}
          clampBehavior="none"
          hideControls={phone}
        />
      ) : (
        <DateInput
          {...day}
          label={m.series_until()}
          value={until === '' ? null : until}
          required
          ariaLabels={datePickerLabels()}
          valueFormat="MM/DD/YYYY"
          placeholder="MM/DD/YYYY"
        />
      )}
    </>
  );
}

interface RepeatPanelProps extends Pick<ComponentProps<typeof FormPanel>, 'title' | 'under' | 'onClose'> {
  /** The first day. */
  start: string;
  /** The days on which others may fall. */
  calendar: RepeatCalendar | undefined;
  texts: RepeatTexts;
  /** Makes the others, and returns how many. */
  save: (rule: RepeatRule) => Promise<number>;
}

/** How often something repeats and until when, with the days before they are made. */
export function RepeatPanel({ start, calendar, texts, save, onClose, ...panel }: RepeatPanelProps) {
  const { language } = useSession();
  const ruled = (values: Values) => repeatDays(start, ruleOf(values), calendar, language);
  const form = useRulesForm<Values>({
    initial: { unit: 'month', interval: 6, end: 'times', times: 4, until: '' },
    check: (values) => ruled(values).errors,
    submit: async (values) => {
      const { interval, ...rule } = ruleOf(values);
      const count = await save({ ...rule, interval: interval ?? 0 });
      toast.sweet(texts.made({ count }));
      onClose();
    },
  });
  const { days } = ruled(form.values);
  return (
    <FormPanel
      {...panel}
      form={form}
      verb={texts.create({ count: Math.max(days.length - 1, 0) })}
      onClose={onClose}
    >
      <p className="muted">{texts.hint}</p>
      <EveryFields interval={form.choice('interval')} unit={form.choice('unit')} />
      <EndFields form={form} texts={texts} />
      <RepeatPreview days={days} />
    </FormPanel>
  );
}
