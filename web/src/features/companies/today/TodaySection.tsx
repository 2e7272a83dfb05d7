import { ReceivedOffers } from '@/components/planning/offers/ReceivedOffers';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useToday } from '@/queries/today';
import { shortDay } from '@/ui/dates/dates';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { useNow } from '../profile/useNow';
import { DayJobs } from './DayJobs';
import { OwnDays } from './OwnDays';
import styles from './Today.module.css';
import { WaitingList } from './WaitingList';

/** For the office: the day's jobs by crew, and what waits. */
function OfficeDay() {
  const day = useNow().slice(0, 10);
  const { today, isPending, failure, refetch } = useToday();
  return (
    <>
      <ReceivedOffers />
      <section className={`card ${styles.today}`} aria-label={m.today_title()}>
        <h2 className={styles.heading}>
          {m.common_today()}
          <span className="num">{shortDay(day)}</span>
        </h2>
        {isPending && <SkeletonCards count={3} height={44} />}
        {failure !== null && <LoadFailure why={failure} onRetry={() => void refetch()} />}
        {today !== undefined && (
          <div className={styles.office}>
            <DayJobs jobs={today.jobs} />
            <WaitingList today={today} />
          </div>
        )}
      </section>
    </>
  );
}

/** What the day needs, before anything else of the company. */
export function TodaySection() {
  const { user } = useSession();
  return user.userType === 'foreman' || user.userType === 'salesman' ? <OwnDays /> : <OfficeDay />;
}
