import type { Job, MeasurementReport } from '@bindings';
import { ActionIcon, Button, NumberInput, Select } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useJobRecords } from '@/queries/jobs/records';
import { isOptimisticId } from '@/queries/mutations/optimisticIds';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { unitName } from '@/ui/jobs/unitName';
import { useReportUnsaved } from '@/ui/overlays/UnsavedFormsContext';
import { checkMeasurement, defaultUnit, units } from '@/wasm/rules';
import { parseNumber } from '../parseNumber';
import styles from './JobMeasurements.module.css';

/** Crews in the US write numbers the same way in both languages. */
const amountText = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 3 });

interface RowProps {
  report: MeasurementReport;
  jobId: string;
}

function Row({ report, jobId }: RowProps) {
  const { company } = useSession();
  const { deleteReport } = useJobRecords(jobId);
  const texts = { amount: amountText(report.amount), unit: unitName(report.measurement) };
  const sending = isOptimisticId(report.id);

  const confirmAndDelete = async () => {
    if (await confirmDelete(m.jobs_deleteMeasurementSure(texts)))
      await runWithPopup(() => deleteReport(report.id));
  };

  return (
    <tr data-sending={sending || undefined}>
      <td>{texts.unit}</td>
      <td className="right num">{texts.amount}</td>
      {company.companyType === 'contractor' && (
        <td className="right">
          <Permitted action="jobs.measurements" unless={sending ? m.jobs_sending() : null}>
            <ActionIcon aria-label={m.jobs_deleteMeasurement(texts)} onClick={() => void confirmAndDelete()}>
              <IconTrash size={17} aria-hidden />
            </ActionIcon>
          </Permitted>
        </td>
      )}
    </tr>
  );
}

function Reports({ job }: { job: Job }) {
  const { company } = useSession();
  if (job.reports.length === 0)
    return <EmptyState title={m.jobs_noMeasurements()}>{m.jobs_noMeasurementsHint()}</EmptyState>;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{m.jobs_measurement()}</th>
          <th scope="col" className="right">
            {m.jobs_quantity()}
          </th>
          {company.companyType === 'contractor' && (
            <th scope="col" className={styles.deletes}>
              <span className="spoken">{m.common_delete()}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {job.reports.map((report) => (
          <Row key={report.id} report={report} jobId={job.id} />
        ))}
      </tbody>
    </table>
  );
}

/** The form of a new measurement. It is cleared at once; the values are restored if they are refused. */
function NewMeasurement({ job }: { job: Job }) {
  const { language, whyNot } = useSession();
  const { addReport } = useJobRecords(job.id);
  const reason = whyNot('jobs.measurements');
  const initial: { measurement: string; amount: number | string } = {
    measurement: defaultUnit(),
    amount: '',
  };
  const form = useRulesForm({
    initial,
    check: (typed) => checkMeasurement({ ...typed, amount: parseNumber(typed.amount) }, language),
    submit: async (typed) => {
      // The next measurement usually has the same unit.
      form.reset({ ...typed, amount: '' });
      try {
        await addReport(typed.measurement, parseNumber(typed.amount) ?? 0);
      } catch (failure) {
        form.set('measurement', typed.measurement);
        form.set('amount', typed.amount);
        throw failure;
      }
    },
  });
  useReportUnsaved(form.values.amount !== '' || form.busy);
  return (
    <form {...form.form} className={`card ${styles.form}`}>
      <h3 className={styles.head}>{m.jobs_newMeasurement()}</h3>
      {reason !== null && <p className="muted">{m.jobs_measurementsByAdmins()}</p>}
      <fieldset className={styles.fields} disabled={reason !== null || form.busy}>
        <Select
          label={m.jobs_unit()}
          data={units().map((unit) => ({ value: unit, label: unitName(unit) }))}
          searchable
          allowDeselect={false}
          required
          comboboxProps={{ zIndex: 110 }}
          {...form.choice('measurement')}
        />
        <NumberInput
          label={m.jobs_quantity()}
          required
          thousandSeparator=","
          min={0}
          clampBehavior="none"
          {...form.choice('amount')}
        />
      </fieldset>
      <Permitted action="jobs.measurements">
        <Button type="submit" loading={form.busy}>
          {m.jobs_addMeasurement()}
        </Button>
      </Permitted>
    </form>
  );
}

/** The measurements of a job. Everyone on the job can read them; the contractor's admins add and delete them. */
export function JobMeasurements({ job }: { job: Job }) {
  const { company } = useSession();
  const contractor = company.companyType === 'contractor';
  return (
    <div className={styles.measurements} data-alone={!contractor || undefined}>
      <div className={`card ${styles.list}`}>
        <Reports job={job} />
      </div>
      {contractor && <NewMeasurement job={job} />}
    </div>
  );
}
