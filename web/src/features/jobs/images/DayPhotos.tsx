import type { JobImage } from '@bindings';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { relativeDayText } from '@/ui/dates/relativeDay';
import { PhotoGrid } from './PhotoGrid';
import styles from './Photos.module.css';
import { PhotoTile } from './PhotoTile';
import type { PhotoDay } from './photoDays';

interface DayPhotosProps extends PhotoDay {
  zone: string;
  onOpen: (id: string) => void;
  onDelete: (image: JobImage) => void;
  /** Called when a link has expired. */
  onBroken: () => void;
}

/** The photos of one day under its name. */
export function DayPhotos({ day, images, zone, onOpen, onDelete, onBroken }: DayPhotosProps) {
  const { user } = useSession();
  const name = relativeDayText(day, zone);
  return (
    <section className={styles.dayPhotos}>
      <h3 className={styles.day}>
        <time dateTime={day}>{name}</time>
        <span className="dim num">{m.jobs_photosOf({ count: images.length })}</span>
      </h3>
      <PhotoGrid label={name} count={images.length} keyOf={(at) => images[at]?.id ?? at}>
        {(at) => {
          const image = images[at];
          return image === undefined ? null : (
            <PhotoTile
              image={image}
              zone={zone}
              own={image.postedBy === user.id}
              onOpen={onOpen}
              onDelete={onDelete}
              onBroken={onBroken}
            />
          );
        }}
      </PhotoGrid>
    </section>
  );
}
