import type { Job, Lane, Span } from '@bindings';
import { useMemo } from 'react';
import { BestWindows } from '@/components/planning/BestWindows';
import { useAssigneeDays } from '@/components/planning/useAssigneeDays';
import { rangeAhead } from '@/components/planning/usePickerDays';
import { companyToday } from '@/ui/dates/companyDay';

interface CandidateDaysProps {
  job: Job;
  /** Who is chosen for the job, but does not have it yet. */
  candidate: Lane;
  /** Fills in the dates of the job; they are saved with their own button. */
  onDays: (span: Span) => void;
}

/** When somebody who is chosen for a job could do it. */
export function CandidateDays({ job, candidate, onDays }: CandidateDaysProps) {
  const today = companyToday();
  const findDays = useAssigneeDays(
    useMemo(() => rangeAhead(today), [today]),
    candidate.kind === 'subcontractor',
  );
  const assignee = findDays(job, candidate);
  const { startDate, endDate } = job;
  const span = startDate !== null && endDate !== null ? { startDate, endDate } : null;
  return assignee && <BestWindows assignee={assignee} span={span} onChoose={onDays} />;
}
