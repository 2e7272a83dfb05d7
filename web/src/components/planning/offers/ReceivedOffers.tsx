import type { ReceivedOffer, Span } from '@bindings';
import { Button, Radio } from '@mantine/core';
import { IconCheck, IconMapPin } from '@tabler/icons-react';
import { useState } from 'react';
import { useBusyRun } from '@/components/feedback/runWithPopup';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useOfferAnswer, useReceivedOffers } from '@/queries/planning/offers';
import { spanText } from '@/ui/dates/spans';
import { confirm } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import styles from './Offers.module.css';
import { untilText } from './untilText';

const keyOf = ({ startDate, endDate }: Span) => `${startDate}/${endDate}`;

function Received({ offer: { id, job, days, until, contractorCompanyName } }: { offer: ReceivedOffer }) {
  const zone = useCompanyZone();
  const answer = useOfferAnswer();
  const { busy, run } = useBusyRun();
  const [chosen, setChosen] = useState(days.length === 1 && days[0] !== undefined ? keyOf(days[0]) : '');
  const window = days.find((span) => keyOf(span) === chosen);

  const accept = async () => {
    if (window === undefined) return;
    if (await run(() => answer({ id, accepted: true, window }))) toast.sweet(m.offers_accepted());
  };
  const decline = async () => {
    const sure = await confirm({
      body: m.offers_declineSure({ job: job.title }),
      confirmLabel: m.offers_declineYes(),
    });
    if (sure && (await run(() => answer({ id, accepted: false })))) toast.sweet(m.offers_declined());
  };

  return (
    <article className={styles.received} aria-label={job.title}>
      <div>
        <h3 className={styles.jobTitle}>{job.title}</h3>
        <p className={styles.place}>
          <IconMapPin size={16} aria-hidden />
          {[job.city, [job.state, job.zip].filter(Boolean).join(' ')].join(', ')}
        </p>
        <p className="muted">{m.offers_from({ company: contractorCompanyName })}</p>
        <p className="muted num">{m.offers_open({ when: untilText(until, zone) })}</p>
      </div>
      <Radio.Group label={m.offers_which()} value={chosen} onChange={setChosen}>
        <div className={styles.choices}>
          {days.map((span) => (
            <Radio
              key={keyOf(span)}
              value={keyOf(span)}
              label={<span className="num">{spanText(span)}</span>}
            />
          ))}
        </div>
      </Radio.Group>
      <div className={styles.answers}>
        <Button variant="default" disabled={busy} onClick={() => void decline()}>
          {m.jobs_decline()}
        </Button>
        <Permitted action="jobs.acceptDecline" unless={window === undefined ? m.offers_which() : null}>
          <Button
            variant="outline"
            leftSection={<IconCheck size={17} stroke={2.4} aria-hidden />}
            loading={busy}
            onClick={() => void accept()}
          >
            {m.offers_accept()}
          </Button>
        </Permitted>
      </div>
    </article>
  );
}

/** The open offers that contractors made to one's company: it takes one of the days, or declines. */
export function ReceivedOffers() {
  const { may } = useSession();
  const { data: offers } = useReceivedOffers(may('jobs.acceptDecline'));
  const open = offers?.filter(({ state }) => state === 'open') ?? [];
  if (open.length === 0) return null;
  return (
    <section className={`card ${styles.offers}`} aria-label={m.offers_received()}>
      <h2 className={styles.heading}>
        {m.offers_received()} <span className="boxed num">{open.length}</span>
      </h2>
      {open.map((offer) => (
        <Received key={offer.id} offer={offer} />
      ))}
    </section>
  );
}
