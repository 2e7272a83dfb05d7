import { useState } from 'react';
import { m } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import type { ImagePair } from '@/queries/jobs/withPair';
import { Overlay } from '@/ui/overlays/Overlay';
import styles from './Pairs.module.css';
import { photoAlt, postedDate } from './photoText';

/** The highest that the photos become, in parts of the window. */
const highest = 0.68;

/** Two photos on top of each other: a cut that is moved with the pointer or the arrow keys shows more of either. */
export function PairCompare({ pair: { before, after }, onClose }: { pair: ImagePair; onClose: () => void }) {
  const zone = useCompanyZone();
  const [cut, setCut] = useState(50);
  const ratio = after.width / after.height;
  return (
    <Overlay title={m.jobs_pairCompare()} size={1080} onClose={onClose}>
      <div className={styles.stage} style={{ aspectRatio: ratio, maxWidth: `${highest * ratio * 100}vh` }}>
        <img src={after.imgUrl} alt={photoAlt(after, zone)} />
        <img
          src={before.imgUrl}
          alt={photoAlt(before, zone)}
          style={{ clipPath: `inset(0 ${100 - cut}% 0 0)` }}
        />
        <span className={styles.cut} style={{ left: `${cut}%` }} />
        <span className={styles.label}>{m.jobs_pairBefore()}</span>
        <span className={styles.label} data-after>
          {m.jobs_pairAfter()}
        </span>
        <input
          className={styles.range}
          type="range"
          min={0}
          max={100}
          value={cut}
          aria-label={m.jobs_pairSlider()}
          data-autofocus
          onChange={(event) => setCut(Number(event.currentTarget.value))}
        />
      </div>
      <div className={styles.captions}>
        {[before, after].map((image) => (
          <span key={image.id} className="muted">
            {postedDate(image, zone)} {image.caption}
          </span>
        ))}
      </div>
    </Overlay>
  );
}
