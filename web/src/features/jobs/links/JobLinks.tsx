import type { GuestLink, Job } from '@bindings';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import part from '@/components/jobs/JobPart.module.css';
import { DisabledWithReason } from '@/components/permissions/DisabledWithReason';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { type SharedLink, useGuestLinks } from '@/queries/guest_links';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { SkeletonCards } from '@/ui/feedback/Skeletons';
import { mayMakeLinks } from '@/wasm/rules';
import styles from './JobLinks.module.css';
import { LinkRow } from './LinkRow';
import { linkRefusal } from './linkRefusal';
import { NewLinkPanel } from './NewLinkPanel';
import { ShareLinkPanel } from './ShareLinkPanel';

/** The living links first. */
const inOrder = (links: readonly GuestLink[]) =>
  links.toSorted((a, b) => Number(a.revoked) - Number(b.revoked));

/** The job's links for people without an account: who opened them, what they answered, and a new one. */
export function JobLinks({ job }: { job: Job }) {
  const { role } = useSession();
  const isAllowed = mayMakeLinks(role);
  const { data: links, error, errorUpdateCount, refetch } = useGuestLinks(job.id, isAllowed);
  const [creating, setCreating] = useState(false);
  const [shared, setShared] = useState<SharedLink | null>(null);
  if (!isAllowed || (links === undefined && errorUpdateCount === 0)) return null;
  return (
    <section className={part.box} aria-label={m.links_title()}>
      <h3 className={part.head}>{m.links_title()}</h3>
      {links === undefined ? (
        error === null ? (
          <SkeletonCards count={1} height={56} />
        ) : (
          <LoadFailure why={error.message} onRetry={refetch} />
        )
      ) : (
        <>
          {links.length === 0 && <p className="muted">{m.links_none()}</p>}
          <ul className={`plainList ${styles.list}`}>
            {inOrder(links).map((link) => (
              <LinkRow key={link.id} job={job} link={link} onShare={setShared} />
            ))}
          </ul>
          <DisabledWithReason reason={linkRefusal(role, job)}>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} stroke={2.4} />}
              className={styles.add ?? ''}
              onClick={() => setCreating(true)}
            >
              {m.links_new()}
            </Button>
          </DisabledWithReason>
        </>
      )}
      {creating && (
        <NewLinkPanel
          job={job}
          onCreated={(link) => {
            setCreating(false);
            setShared(link);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {shared !== null && <ShareLinkPanel job={job} link={shared} onClose={() => setShared(null)} />}
    </section>
  );
}
