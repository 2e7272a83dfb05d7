import type { RepeatRule } from '@bindings';
import { Input, NumberInput, SegmentedControl } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { FormPanel } from '@/components/forms/FormPanel';
import { type RulesForm, useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { toast } from '@/ui/overlays/toasts';
import { usePhone } from '@/ui/theme/usePhone';
import { limits } from '@/wasm/rules';
import { EveryFields, type EveryValues, type PreviewDay, RepeatPreview } from './RepeatFields';
import { fullDay, numberOf } from './repeatDays';
import { usePreview } from './usePreview';

interface Values extends EveryValues {
  end: 'times' | 'until';
  times: number | string;
  until: string;
}

const ruleOf = ({ unit, interval, end, times, until }: Values): RepeatRule => ({
  unit,
  // The server says what is missing.
  interval: numberOf(interval) as number,
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
function EndFields({
  form,
  error,
  texts,
}: {
  form: RulesForm<Values>;
  error: (name: 'times' | 'until') => string | undefined;
  texts: RepeatTexts;
}) {
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
          error={error('times')}
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
          error={error('until')}
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

/** The end that was chosen is filled in, and how often. */
const isFilled = ({ interval, end, times, until }: Values): boolean =>
  interval !== '' && (end === 'times' ? times : until) !== '';

interface RepeatPanelProps extends Pick<ComponentProps<typeof FormPanel>, 'title' | 'under' | 'onClose'> {
  texts: RepeatTexts;
  /** What the server would make by a rule, the first included; null asks nothing. */
  useDays: (rule: RepeatRule | null) => UseQueryResult<PreviewDay[]>;
  /** How a day of these is written. */
  write?: (day: string) => string;
  /** Makes the others, and returns how many. */
  save: (rule: RepeatRule) => Promise<number>;
}

/** How often something repeats and until when, with the days before they are made. */
export function RepeatPanel({ texts, useDays, write = fullDay, save, onClose, ...panel }: RepeatPanelProps) {
  const form = useRulesForm<Values>({
    initial: { unit: 'month', interval: 6, end: 'times', times: 4, until: '' },
    // The server checks the fields with every preview.
    check: () => [],
    submit: async (values) => {
      const count = await save(ruleOf(values));
      toast.sweet(texts.made({ count }));
      onClose();
    },
  });
  const rule = isFilled(form.values) ? ruleOf(form.values) : null;
  const { answer, isAsking, refusal, refusalOf } = usePreview(rule, useDays);
  const error = (name: keyof Values) => form.problem(name) ?? refusalOf(name);
  return (
    <FormPanel
      {...panel}
      form={form}
      verb={texts.create({ count: Math.max((answer?.length ?? 0) - 1, 0) })}
      button={{ disabled: isAsking }}
      onClose={onClose}
    >
      <p className="muted">{texts.hint}</p>
      <EveryFields
        interval={{ ...form.choice('interval'), error: error('interval') }}
        unit={form.choice('unit')}
      />
      <EndFields form={form} error={error} texts={texts} />
      <RepeatPreview isAsking={isAsking} refusal={refusal} days={answer} write={write} />
    </FormPanel>
  );
}
