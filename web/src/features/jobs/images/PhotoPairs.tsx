import type { JobId } from '@bindings';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { usePairJobImages } from '@/queries/jobs/imagePairs';
import type { ImagePair } from '@/queries/jobs/withPair';
import { PairCompare } from './PairCompare';
import styles from './Pairs.module.css';
import photos from './Photos.module.css';
import { photoAlt, postedDate } from './photoText';

interface PhotoPairsProps {
  jobId: JobId;
  pairs: readonly ImagePair[];
  /** Called when the link of a photo has expired. */
  onBroken: () => void;
}

/** The photos that show the same place before and after the work, side by side. */
export function PhotoPairs({ jobId, pairs, onBroken }: PhotoPairsProps) {
  const zone = useCompanyZone();
  const pair = usePairJobImages(jobId);
  const [open, setOpen] = useState<string | null>(null);
  if (pairs.length === 0) return null;
  const shown = pairs.find(({ after }) => after.id === open);
  return (
    <section className={photos.dayPhotos} aria-label={m.jobs_pair()}>
      <h3 className={photos.day}>{m.jobs_pair()}</h3>
      <ul className={styles.pairs}>
        {pairs.map(({ before, after }) => (
          <li key={after.id} className={styles.pair}>
            <button type="button" className={styles.halves} onClick={() => setOpen(after.id)}>
              {[before, after].map((image) => (
                <span key={image.id} className={styles.half}>
                  <img
                    src={image.thumbUrl}
                    alt={photoAlt(image, zone)}
                    loading="lazy"
                    decoding="async"
                    onError={onBroken}
                  />
                  <span className={styles.label} data-after={image === after || undefined}>
                    {image === before ? m.jobs_pairBefore() : m.jobs_pairAfter()}
                  </span>
                </span>
              ))}
              <span className="spoken">{m.jobs_pairCompare()}</span>
            </button>
            <div className={styles.foot}>
              <span className="muted">
                {after.caption ??
                  before.caption ??
                  `${postedDate(before, zone)} – ${postedDate(after, zone)}`}
              </span>
              <Permitted action="jobs.images">
                <Button
                  variant="subtle"
                  color="gray"
                  onClick={() => void runWithPopup(() => pair({ imageId: after.id, beforeId: null }))}
                >
                  {m.jobs_pairApart()}
                </Button>
              </Permitted>
            </div>
          </li>
        ))}
      </ul>
      {shown !== undefined && <PairCompare pair={shown} onClose={() => setOpen(null)} />}
    </section>
  );
}
