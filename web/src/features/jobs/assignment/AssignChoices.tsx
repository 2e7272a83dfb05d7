/** The lists from which a contractor assigns a job. */
import type { Connection, Crew } from '@bindings';
import { Button, Select } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { RulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { ExpiryWarnings } from '@/ui/companies/ExpiryWarnings';

import styles from './Assign.module.css';
import type { AssignmentForm } from './assignmentForm';
import { selectInDialog } from './selectProps';

type Form = Pick<RulesForm<AssignmentForm>, 'choice' | 'set' | 'values'>;

/** The error of a list that could not be loaded, with a retry button. */
function Missing({ list }: { list: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'> }) {
  return (
    <div className={styles.missing} role="alert">
      <span className="grow">{list.error?.message}</span>
      <Button variant="default" loading={list.isFetching} onClick={() => void list.refetch()}>
        {m.jobs_retry()}
      </Button>
    </div>
  );
}

const crewsAddress = '/app/jobs/custom_crews';

interface ChooseConnectionProps {
  form: Form;
  connections: UseQueryResult<Connection[]>;
}

/** Only subcontractors that have accepted the connection can be assigned. */
export function ChooseConnection({ form, connections }: ChooseConnectionProps) {
  if (connections.isError && connections.data === undefined) return <Missing list={connections} />;
  const offered = connections.data?.filter(
    ({ accepted, companyDetails }) => accepted && companyDetails.companyType === 'subcontractor',
  );
  const { value, ...choice } = form.choice('selectedConnection');
  const chosen = offered?.find(({ id }) => id === value)?.companyDetails;
  return (
    <>
      <Select
        {...choice}
        value={value || null}
        className={styles.choice ?? ''}
        aria-label={m.jobs_chooseConnection()}
        placeholder={m.jobs_chooseConnection()}
        data={(offered ?? []).map(({ id, companyDetails: { name, location } }) => ({
          value: id,
          label: `${name}, ${location}`,
        }))}
        description={offered?.length === 0 ? m.jobs_noConnections() : undefined}
        nothingFoundMessage={connections.isPending ? m.common_loading() : m.jobs_noPerson()}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        comboboxProps={selectInDialog}
      />
      <ExpiryWarnings company={chosen?.name ?? ''} documents={chosen?.documents ?? []} />
    </>
  );
}

interface ChooseCrewProps {
  form: Form;
  crews: UseQueryResult<Crew[]>;
}

/** A crew, and optionally one of its members as the lead. */
export function ChooseCrew({ form, crews }: ChooseCrewProps) {
  if (crews.isError && crews.data === undefined) return <Missing list={crews} />;
  const { value: crewId, onChange, ...crewChoice } = form.choice('customCrewId');
  const chosen = crews.data?.find(({ id }) => id === crewId);
  return (
    <div className={styles.pair}>
      <Select
        {...crewChoice}
        value={crewId || null}
        onChange={(next) => {
          onChange(next);
          if (next !== crewId) form.set('customCrewMemberId', '');
        }}
        label={m.jobs_byCrew()}
        placeholder={m.jobs_chooseCrew()}
        data={(crews.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        description={crews.data?.length === 0 ? m.jobs_noCrews() : undefined}
        nothingFoundMessage={crews.isPending ? m.common_loading() : m.jobs_noPerson()}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        comboboxProps={selectInDialog}
      />
      <Select
        {...form.choice('customCrewMemberId')}
        label={m.jobs_lead()}
        data={[
          { value: '', label: m.jobs_nobody() },
          ...(chosen?.crewMembers.map(({ id, name }) => ({ value: id, label: name })) ?? []),
        ]}
        disabled={chosen === undefined}
        allowDeselect={false}
        comboboxProps={selectInDialog}
      />
      <Link to={crewsAddress} className={styles.manage}>
        {m.jobs_manageCrews()}
      </Link>
    </div>
  );
}
