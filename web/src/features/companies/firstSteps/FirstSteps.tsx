import { CloseButton } from '@mantine/core';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { isDismissed, rememberDismissal } from './dismissal';
import styles from './FirstSteps.module.css';
import { useFirstSteps } from './useFirstSteps';

function StepsCard({ onDismiss }: { onDismiss: () => void }) {
  const steps = useFirstSteps();
  const heading = useId();
  if (steps === null) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <section className={`card ${styles.steps}`} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading}>{m.firstSteps_title()}</h2>
        <span className="muted num">{m.firstSteps_done({ done, all: steps.length })}</span>
        <span className="grow" />
        <CloseButton aria-label={m.firstSteps_dismiss()} size={44} onClick={onDismiss} />
      </div>
      <ol className={styles.list}>
        {steps.map(({ id, title, why, to, done: isDone }, at) => (
          <li key={id} className={styles.step} data-done={isDone || undefined}>
            <span className={`num ${styles.mark}`} aria-hidden>
              {isDone ? <IconCheck size={16} stroke={3} /> : at + 1}
            </span>
            <span className={styles.words}>
              {isDone ? (
                <span className={styles.title}>
                  {title}
                  <span className="spoken">, {m.firstSteps_isDone()}</span>
                </span>
              ) : (
                <Link to={to} className={styles.title}>
                  {title}
                </Link>
              )}
              {!isDone && <span className="muted">{why}</span>}
            </span>
            {!isDone && <IconChevronRight size={18} className={styles.arrow} aria-hidden />}
          </li>
        ))}
      </ol>
    </section>
  );
}

/**
 * The first steps of a new company for its admins, each one press away; what is there is checked off. It can be
 * dismissed on this device.
 */
export function FirstSteps() {
  const { user, company } = useSession();
  const [dismissed, setDismissed] = useState(() => isDismissed(company.id));
  if (user.userType !== 'admin' || dismissed) return null;
  const dismiss = () => {
    rememberDismissal(company.id);
    setDismissed(true);
  };
  return <StepsCard onDismiss={dismiss} />;
}
