import type { JobImage } from '@bindings';
import { Button, UnstyledButton } from '@mantine/core';
import { useId, useState } from 'react';
import { m } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { TileGrid } from '@/ui/layout/TileGrid';
import { Overlay } from '@/ui/overlays/Overlay';
import { popup } from '@/ui/overlays/popups';
import { usePhone } from '@/ui/theme/usePhone';
import { photoAlt } from '../images/photoText';
import styles from './BeforeAfter.module.css';
import { pairedPhoto } from './pairedPhoto';

interface BeforeAfterProps {
  /** Newest first. */
  images: readonly JobImage[];
  /** Called with the pair as one photo. */
  onSaved: (file: File) => void;
  /** Called with the photo of before and the one of after, to keep both as a pair. */
  onPair: (before: JobImage, after: JobImage) => void;
  onClose: () => void;
}

/**
 * Chooses two photos: the first that is pressed is before, the second after. They become a pair, or one new photo with
 * both.
 */
export function BeforeAfter({ images, onSaved, onPair, onClose }: BeforeAfterProps) {
  const zone = useCompanyZone();
  const phone = usePhone();
  const hint = useId();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const labels = [m.jobs_pairBefore(), m.jobs_pairAfter()];
  const [before, after] = chosen.map((id) => images.find((image) => image.id === id));

  const press = (id: string) =>
    setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : [...now.slice(0, 1), id]));
  const save = async () => {
    if (before === undefined || after === undefined) return;
    setBusy(true);
    try {
      const halves = [
        { image: before, label: m.jobs_pairBefore() },
        { image: after, label: m.jobs_pairAfter() },
      ] as const;
      onSaved(await pairedPhoto(halves));
      onClose();
    } catch {
      setBusy(false);
      await popup.oops(m.jobs_photosFailed());
    }
  };

  return (
    <Overlay
      title={m.jobs_pair()}
      size={880}
      onClose={onClose}
      footer={
        <>
          <Button
            variant="default"
            loading={busy}
            disabled={before === undefined || after === undefined}
            aria-describedby={hint}
            onClick={() => void save()}
          >
            {m.jobs_pairSave()}
          </Button>
          <Button
            disabled={before === undefined || after === undefined || busy}
            aria-describedby={hint}
            onClick={() => {
              if (before === undefined || after === undefined) return;
              onPair(before, after);
              onClose();
            }}
          >
            {m.jobs_pairMark()}
          </Button>
        </>
      }
    >
      <p id={hint} className={`muted ${styles.hint}`}>
        {m.jobs_pairHint()}
      </p>
      <TileGrid
        label={m.jobs_images()}
        count={images.length}
        keyOf={(at) => images[at]?.id ?? at}
        least={phone ? 150 : 190}
        heightOf={(width) => width * 0.75}
        gap={10}
      >
        {(at) => {
          const image = images[at];
          if (image === undefined) return null;
          const place = chosen.indexOf(image.id);
          return (
            <UnstyledButton
              className={styles.choice}
              aria-pressed={place >= 0}
              onClick={() => press(image.id)}
            >
              <img src={image.thumbUrl} alt={photoAlt(image, zone)} loading="lazy" decoding="async" />
              {place >= 0 && <span className={styles.label}>{labels[place]}</span>}
            </UnstyledButton>
          );
        }}
      </TileGrid>
    </Overlay>
  );
}
