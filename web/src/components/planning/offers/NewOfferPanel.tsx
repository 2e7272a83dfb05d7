import type { ConnectionId, Job, JobSchedule } from '@bindings';
import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconPlus, IconX } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useConnections } from '@/queries/connections';
import { useJobOfferChanges } from '@/queries/planning/offers';
import { companyToday } from '@/ui/dates/companyDay';
import { datePickerLabels } from '@/ui/dates/datePickerLabels';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { toast } from '@/ui/overlays/toasts';
import { checkSetSchedule, limits } from '@/wasm/rules';
import styles from './Offers.module.css';

interface Values {
  connections: ConnectionId[];
  days: JobSchedule[];
  until: string;
}

/** How many days an offer is open, unless another end is chosen. */
const usual = 2;

const dateField = () => ({
  ariaLabels: datePickerLabels(),
  valueFormat: 'MM/DD/YYYY',
  placeholder: 'MM/DD/YYYY',
  required: true,
});

interface WindowProps {
  number: number;
  days: JobSchedule;
  error: (field: keyof JobSchedule) => string | undefined;
  onChange: (days: JobSchedule) => void;
  /** Missing where it is the only one. */
  onRemove: (() => void) | null;
}

/** One choice of days. */
function OfferedDays({ number, days, error, onChange, onRemove }: WindowProps) {
  const { startDate, endDate } = days;
  const field = (name: keyof JobSchedule, other: keyof JobSchedule) => ({
    ...dateField(),
    'data-field': 'days',
    value: days[name] === '' ? null : days[name],
    error: error(name),
    onChange: (day: string | null) => {
      const next = { startDate, endDate, [name]: day ?? '' };
      onChange(day !== null && days[other] === '' ? { ...next, [other]: day } : next);
    },
  });
  return (
    <fieldset className={styles.window}>
      <legend className="spoken">{m.offers_daysOf({ number })}</legend>
      <DateInput label={m.common_startDate()} {...field('startDate', 'endDate')} />
      <DateInput label={m.common_endDate()} {...field('endDate', 'startDate')} />
      {onRemove !== null && (
        <ActionIcon
          className={styles.remove ?? ''}
          aria-label={m.offers_removeDays({ number })}
          onClick={onRemove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </fieldset>
  );
}

/** Which connected companies are asked. */
function ChooseCompanies({
  value,
  error,
  onChange,
}: {
  value: ConnectionId[];
  error: string | undefined;
  onChange: (chosen: ConnectionId[]) => void;
}) {
  const connections = useConnections();
  if (connections.data === undefined)
    return connections.error === null ? (
      <SkeletonCards count={2} height={40} />
    ) : (
      <LoadFailure why={connections.error.message} onRetry={connections.refetch} />
    );
  const offered = connections.data.filter(
    ({ accepted, companyDetails }) => accepted && companyDetails.companyType === 'subcontractor',
  );
  if (offered.length === 0) return <p className="muted">{m.jobs_noConnections()}</p>;
  return (
    <Checkbox.Group
      label={m.offers_companies()}
      description={m.offers_companiesHint()}
      required
      value={value}
      error={error}
      onChange={onChange}
    >
      <div className={styles.companies}>
        {offered.map(({ id, companyDetails: { name, location } }) => (
          <Checkbox key={id} value={id} label={name} description={location} data-field="connections" />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** An offer of a job: to which companies, on which days, and until when. */
export function NewOfferPanel({ job, onClose }: { job: Job; onClose: () => void }) {
  const { language } = useSession();
  const { create } = useJobOfferChanges(job.id);
  const ofDays = (days: JobSchedule) => checkSetSchedule({ ...days, jobId: job.id }, language);
  const form = useRulesForm<Values>({
    initial: {
      connections: [],
      days: [{ startDate: job.startDate ?? '', endDate: job.endDate ?? '' }],
      until: dayjs(companyToday()).add(usual, 'day').format('YYYY-MM-DD'),
    },
    check: ({ days }) => days.flatMap(ofDays).map((wrong) => ({ ...wrong, field: 'days' })),
    submit: async (values) => {
      await create({ ...values, jobId: job.id });
      toast.sweet(m.offers_sent({ count: values.connections.length }));
      onClose();
    },
  });
  const { connections, days, until } = form.values;
  const tried = form.problem('days') !== undefined;
  const change = (at: number, next: JobSchedule) => form.set('days', days.with(at, next));
  return (
    <FormPanel
      title={m.offers_new()}
      under={job.title}
      form={form}
      verb={m.offers_create()}
      onClose={onClose}
    >
      <ChooseCompanies
        value={connections}
        error={form.problem('connections')}
        onChange={(chosen) => form.set('connections', chosen)}
      />
      <section className={styles.windows} aria-label={m.offers_days()}>
        <h3 className={styles.label}>{m.offers_days()}</h3>
        {days.map((each, at) => (
          <OfferedDays
            // biome-ignore lint/suspicious/noArrayIndexKey: the choices have no other identity, and keep their order.
            key={at}
            number={at + 1}
            days={each}
            error={(name) => (tried ? ofDays(each).find(({ field }) => field === name)?.message : undefined)}
            onChange={(next) => change(at, next)}
            onRemove={days.length === 1 ? null : () => form.set('days', days.toSpliced(at, 1))}
          />
        ))}
        {days.length < limits().offerDays && (
          <Button
            variant="subtle"
            className={styles.another ?? ''}
            leftSection={<IconPlus size={16} stroke={2.4} aria-hidden />}
            onClick={() => form.set('days', [...days, { startDate: '', endDate: '' }])}
          >
            {m.offers_addDays()}
          </Button>
        )}
      </section>
      <DateInput
        label={m.offers_until()}
        description={m.offers_untilHint()}
        {...dateField()}
        value={until === '' ? null : until}
        error={form.problem('until')}
        data-field="until"
        onChange={(day) => form.set('until', day ?? '')}
      />
    </FormPanel>
  );
}
