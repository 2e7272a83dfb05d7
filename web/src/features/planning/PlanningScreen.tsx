import { ActionIcon, Button } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCapacity, useDaysOff } from '@/queries/planning/capacity';
import { useWorkdays } from '@/queries/planning/workdays';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { BackArrow } from '@/ui/layout/BackArrow';
import { PageTitle } from '@/ui/layout/PageTitle';

import { CapacityCard } from './capacity/CapacityCard';
import { DaysOffCard } from './capacity/DaysOffCard';
import styles from './Planning.module.css';
import { HolidaysCard } from './workdays/HolidaysCard';
import { WeekCard } from './workdays/WeekCard';

function Cards() {
  const workdays = useWorkdays();
  const capacity = useCapacity();
  const daysOff = useDaysOff();
  const lists = [workdays, capacity, daysOff];
  const failed = lists.find(({ data, error }) => data === undefined && error !== null);
  if (failed !== undefined)
    return (
      <div className="card">
        <LoadFailure
          art="search"
          why={m.workdays_failed()}
          busy={lists.some(({ isFetching }) => isFetching)}
          onRetry={() => Promise.all(lists.map(({ refetch }) => refetch()))}
        />
      </div>
    );
  if (workdays.data === undefined || capacity.data === undefined || daysOff.data === undefined)
    return <SkeletonCards count={3} height={220} />;
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <WeekCard workdays={workdays.data} />
        <HolidaysCard workdays={workdays.data} />
      </div>
      <div className={styles.column}>
        <CapacityCard capacity={capacity.data} />
        <DaysOffCard daysOff={daysOff.data} />
      </div>
    </div>
  );
}

/** `/app/company/planning`: when the company works, how much it can do, and what its connections see of that. */
export function PlanningScreen() {
  const { whyNot } = useSession();
  const forbidden = whyNot('company.edit');
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle
        title={m.workdays_title()}
        before={<BackArrow label={m.activity_back()} to="/app/company" desktop />}
        back={<BackArrow label={m.activity_back()} to="/app/company" />}
        actions={
          <Button
            component={Link}
            to="/app/calendar/load"
            variant="default"
            leftSection={<IconChartBar size={17} aria-hidden />}
          >
            {m.load_title()}
          </Button>
        }
        phoneActions={
          <ActionIcon
            component={Link}
            to="/app/calendar/load"
            size={48}
            className="onSlate"
            aria-label={m.load_title()}
          >
            <IconChartBar size={24} />
          </ActionIcon>
        }
      />
      {forbidden !== null && <p className={styles.forbidden}>{forbidden}</p>}
      <Cards />
    </div>
  );
}
