import type { Job } from '@bindings';
import { Button } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { type SharedLink, useGuestLinkChanges } from '@/queries/guest_links';
import { CopyTextButton } from '@/ui/inputs/CopyTextButton';
import { SidePanel } from '@/ui/overlays/SidePanel';
import styles from './JobLinks.module.css';

// Needed by this panel alone.
const QrCode = lazy(async () => ({ default: (await import('qrcode.react')).QRCodeSVG }));

interface ShareLinkPanelProps {
  job: Job;
  link: SharedLink;
  onClose: () => void;
}

/** The address of a new link, which is shown only now: to copy, scan, mail, or hand to the phone's own messages. */
export function ShareLinkPanel({ job, link, onClose }: ShareLinkPanelProps) {
  const { send } = useGuestLinkChanges(job.id);
  const { url, name, phone, email } = link;
  const text = encodeURIComponent(m.links_message({ job: job.title, url }));
  const number = phone?.replace(/\D/g, '') ?? '';
  return (
    <SidePanel
      title={m.links_shareTitle({ name })}
      under={job.title}
      onClose={onClose}
      footer={(close) => <Button onClick={close}>{m.common_close()}</Button>}
    >
      <div className="stack">
        <p className="muted">{m.links_onlyNow()}</p>
        <p className={styles.address}>{url}</p>
        <div className={styles.actions}>
          <CopyTextButton text={url} variant="filled" />
          <Button component="a" variant="default" href={`sms:${number}?&body=${text}`}>
            {m.links_sms()}
          </Button>
          <Button
            component="a"
            variant="default"
            href={`https://wa.me/${number === '' ? '' : `1${number}`}?text=${text}`}
            target="_blank"
            rel="noreferrer"
          >
            WhatsApp
          </Button>
          {email !== null && (
            <Button
              variant="default"
              onClick={() => void runWithToast(() => send(link.id), m.links_mailed({ name }))}
            >
              {m.links_mail()}
            </Button>
          )}
        </div>
        <div className={styles.code} data-paper>
          <Suspense fallback={null}>
            <QrCode value={url} size={192} marginSize={2} title={m.links_scan()} />
          </Suspense>
          <span className="muted">{m.links_scan()}</span>
        </div>
      </div>
    </SidePanel>
  );
}
