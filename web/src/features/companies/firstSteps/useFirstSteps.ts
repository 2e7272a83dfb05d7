import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useConnections } from '@/queries/connections';
import { useCrews } from '@/queries/crews';
import { useJobs } from '@/queries/jobs/jobs';

export interface FirstStep {
  id: 'job' | 'crew' | 'connection' | 'logo';
  title: string;
  /** What it is good for. */
  why: string;
  to: string;
  done: boolean;
}

/**
 * What a new company has to set up, for its admins. Null where there is nothing to show: while it loads, and once only
 * the logo is missing, which alone is no reason to keep the list.
 */
export function useFirstSteps(): FirstStep[] | null {
  const { company } = useSession();
  const contractor = company.companyType === 'contractor';
  const { jobs } = useJobs();
  const { data: crews } = useCrews(contractor);
  const { data: connections } = useConnections();
  if (jobs === undefined || connections === undefined || (contractor && crews === undefined)) return null;
  const own: FirstStep[] = [
    {
      id: 'job',
      title: m.firstSteps_job(),
      why: m.firstSteps_jobWhy(),
      to: '/app/jobs/new',
      done: jobs.length > 0,
    },
    {
      id: 'crew',
      title: m.firstSteps_crew(),
      why: m.firstSteps_crewWhy(),
      to: '/app/jobs/custom_crews',
      done: (crews ?? []).length > 0,
    },
  ];
  const steps: FirstStep[] = [
    ...(contractor ? own : []),
    {
      id: 'connection',
      title: m.firstSteps_connection(),
      why: contractor ? m.firstSteps_connectionWhy() : m.firstSteps_connectionWhySub(),
      to: '/app/search/companies',
      done: connections.some(({ accepted }) => accepted),
    },
    {
      id: 'logo',
      title: m.firstSteps_logo(),
      why: m.firstSteps_logoWhy(),
      to: '/app/company/settings',
      done: company.logoUrl !== null,
    },
  ];
  return steps.every(({ id, done }) => done || id === 'logo') ? null : steps;
}
