import type { AskedCompany, Job, JobOffer, OfferState } from '@bindings';
import { Button } from '@mantine/core';
import { IconCheck, IconClockHour4, IconUsersPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useJobOfferChanges, useJobOffers } from '@/queries/planning/offers';
import { spanText } from '@/ui/dates/spans';
import { confirm } from '@/ui/overlays/popups';
import { NewOfferPanel } from './NewOfferPanel';
import styles from './Offers.module.css';
import { untilText } from './untilText';

/** How many offers that are over are listed. */
const shownPast = 3;

const answers = {
  asked: { icon: IconClockHour4, text: () => m.offers_asked() },
  accepted: { icon: IconCheck, text: () => m.common_accepted() },
  declined: { icon: IconX, text: () => m.common_declined().toLowerCase() },
};

function Asked({ company: { name, state } }: { company: AskedCompany }) {
  const { icon: Icon, text } = answers[state];
  return (
    <li className={styles.asked} data-state={state}>
      <Icon size={16} stroke={2.2} aria-hidden />
      <span className="grow">{name}</span>
      <span>{text()}</span>
    </li>
  );
}

const ends: Record<Exclude<OfferState, 'open' | 'taken'>, () => string> = {
  withdrawn: () => m.offers_withdrawn(),
  ended: () => m.offers_ended(),
};

function stateText({ state, until, takenBy, companies }: JobOffer, zone: string): string {
  if (state === 'open') return m.offers_open({ when: untilText(until, zone) });
  if (state !== 'taken') return ends[state]();
  return m.offers_taken({ company: companies.find(({ companyId }) => companyId === takenBy)?.name ?? '–' });
}

function Offer({ offer, job }: { offer: JobOffer; job: Job }) {
  const zone = useCompanyZone();
  const { withdraw } = useJobOfferChanges(job.id);
  const isOpen = offer.state === 'open';
  const confirmAndWithdraw = async () => {
    const sure = await confirm({
      body: m.offers_withdrawSure({ job: job.title }),
      confirmLabel: m.offers_withdrawYes(),
    });
    if (sure) await runWithToast(() => withdraw(offer.id), m.offers_withdrawn());
  };
  return (
    <li className={styles.offer} data-open={isOpen || undefined}>
      <div className={styles.head}>
        <b className="grow num">{stateText(offer, zone)}</b>
        {isOpen && (
          <Button variant="outline" color="crimson" size="xs" onClick={() => void confirmAndWithdraw()}>
            {m.offers_withdraw()}
          </Button>
        )}
      </div>
      <p className="muted num">{offer.days.map(spanText).join(' · ')}</p>
      {isOpen && (
        <ul className="plainList">
          {offer.companies.map((company) => (
            <Asked key={company.companyId} company={company} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Why the job cannot be offered now; null if it can. */
function whyNotOffer(job: Job, offers: readonly JobOffer[]): string | null {
  if (job.status === 'complete') return m.offers_whyComplete();
  if (job.assignedToCompanyId !== null && job.isAcceptedBySub) return m.offers_whyAccepted();
  return offers.some(({ state }) => state === 'open') ? m.offers_whyOpen() : null;
}

interface JobOffersProps {
  job: Job;
  /** The styles of the section and its heading, where it is shown. */
  className?: string | undefined;
  head?: string | undefined;
}

/** The offers of a job to several companies: who answered what, and a new one. For its contractor. */
export function JobOffers({ job, className, head }: JobOffersProps) {
  const { may } = useSession();
  const { data: offers } = useJobOffers(job.id, may('jobs.assign'));
  const [creating, setCreating] = useState(false);
  if (offers === undefined) return null;
  const past = offers.filter(({ state }) => state !== 'open').slice(0, shownPast);
  const shown = [...offers.filter(({ state }) => state === 'open'), ...past];
  return (
    <section className={className} aria-label={m.offers_title()}>
      <h3 className={head}>{m.offers_title()}</h3>
      {shown.length === 0 && <p className="muted">{m.offers_none()}</p>}
      <ul className={`plainList ${styles.list}`}>
        {shown.map((offer) => (
          <Offer key={offer.id} offer={offer} job={job} />
        ))}
      </ul>
      <Permitted action="jobs.assign" unless={whyNotOffer(job, offers)}>
        <Button
          variant="default"
          className={styles.add ?? ''}
          leftSection={<IconUsersPlus size={17} aria-hidden />}
          onClick={() => setCreating(true)}
        >
          {m.offers_new()}
        </Button>
      </Permitted>
      {creating && <NewOfferPanel job={job} onClose={() => setCreating(false)} />}
    </section>
  );
}
