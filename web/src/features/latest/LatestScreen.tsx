import { Button } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { EmptyState } from '@/ui/feedback/EmptyState';
import { PageTitle } from '@/ui/layout/PageTitle';
import { RidgeTabs } from '@/ui/layout/RidgeTabs';

import { FeedbackForm } from './FeedbackForm';
import styles from './Latest.module.css';
import { type LatestTab, tabOf } from './latestTabs';
import { releaseNotes } from './releaseNotes';
import { useFeedbackForm } from './useFeedbackForm';

function ReleaseNotes() {
  const { may } = useSession();
  return (
    <div className={styles.news}>
      {releaseNotes.map(({ id, Icon, area, title, body, to, needs, open }) => (
        <article key={id} className={`card ${styles.card} ${styles.item}`} aria-labelledby={`news-${id}`}>
          <Icon size={26} stroke={1.6} className={styles.icon} aria-hidden />
          <div>
            <p className={styles.area}>{area()}</p>
            <h2 id={`news-${id}`}>{title()}</h2>
            <p className={styles.body}>{body()}</p>
            {(needs === undefined || may(needs)) && (
              <Button component={Link} to={to} variant="default">
                {open()}
              </Button>
            )}
          </div>
        </article>
      ))}
    </div>
  );
}

/** `/app/latest`: release notes, questions and feedback. */
export function LatestScreen() {
  const [params, setParams] = useSearchParams();
  const tab = tabOf(params.get('tab'));
  const feedback = useFeedbackForm();
  const show = (next: LatestTab) => setParams(next === 'news' ? {} : { tab: next });
  return (
    <div className={`page ${styles.page}`}>
      <PageTitle title={m.shell_pollsAndNews()} />
      <RidgeTabs
        label={m.latest_tabs()}
        value={tab}
        onChange={(next) => show(tabOf(next))}
        tabs={[
          { value: 'news', label: m.latest_news() },
          { value: 'polls', label: m.latest_polls() },
          { value: 'feedback', label: m.latest_feedback() },
        ]}
      >
        <div className={styles.panel}>
          {tab === 'news' && <ReleaseNotes />}
          {tab === 'polls' && (
            <div className="card">
              <EmptyState
                art="chat"
                title={m.latest_noPolls()}
                action={<Button onClick={() => show('feedback')}>{m.latest_giveFeedback()}</Button>}
              >
                {m.latest_noPollsHint()}
              </EmptyState>
            </div>
          )}
          {tab === 'feedback' && <FeedbackForm form={feedback} />}
        </div>
      </RidgeTabs>
    </div>
  );
}
