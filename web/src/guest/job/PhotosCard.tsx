/** @jsxImportSource preact */
import type { JobImage } from '@bindings';
import { useEffect, useState } from 'preact/hooks';
import { m } from '@/i18n/pageTexts';
import type { WaitingTask } from '../guestStorage';
import { smallerPicture } from '../smallerPicture';
import { useSubmit } from '../useSubmit';

interface Props {
  images: readonly JobImage[];
  mayAdd: boolean;
  waiting: readonly WaitingTask[];
}

/** A photo that waits on this phone. */
function WaitingPhoto({ bytes, type }: { bytes: ArrayBuffer; type: string }) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return <img class="guestPhoto" data-waiting src={url ?? ''} alt={m.guest_waitingPhoto()} />;
}

/** Photos of the same place before and after the work, side by side. */
function Pairs({ images }: { images: readonly JobImage[] }) {
  const byId = new Map(images.map((image) => [image.id, image]));
  const pairs = images.flatMap((after) => {
    const before = after.beforeId === null ? undefined : byId.get(after.beforeId);
    return before === undefined ? [] : [[before, after]];
  });
  if (pairs.length === 0) return null;
  return (
    <>
      <h3>{m.jobs_pair()}</h3>
      {pairs.map((pair) => (
        <div key={pair[1]?.id} class="guestPair">
          {pair.map((image, at) => (
            <a key={image.id} href={image.imgUrl} target="_blank" rel="noreferrer">
              <img src={image.thumbUrl} alt={image.caption ?? m.guest_photo()} loading="lazy" />
              <span>{at === 0 ? m.jobs_pairBefore() : m.jobs_pairAfter()}</span>
            </a>
          ))}
        </div>
      ))}
    </>
  );
}

/** The photos of the job, and the camera. */
export function PhotosCard({ images, mayAdd, waiting }: Props) {
  const submit = useSubmit();
  const add = async (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])];
    // The same photo can be chosen again.
    input.value = '';
    for (const file of files) {
      const picture = await smallerPicture(file);
      const photo = { bytes: await picture.arrayBuffer(), type: picture.type, name: file.name };
      if (!(await submit.add({ kind: 'image', ...photo }))) return;
    }
  };
  const unsent = waiting.flatMap((task) => (task.kind === 'image' ? [task] : []));
  if (!mayAdd && images.length === 0) return null;
  return (
    <section class="card guestCard">
      <h2>{m.guest_photos()}</h2>
      <Pairs images={images} />
      {(images.length > 0 || unsent.length > 0) && (
        <ul class="plainList guestPhotos">
          {images.map((image) => (
            <li key={image.id}>
              <a href={image.imgUrl} target="_blank" rel="noreferrer">
                <img
                  class="guestPhoto"
                  src={image.thumbUrl}
                  alt={image.caption ?? m.guest_photo()}
                  loading="lazy"
                  width={96}
                  height={96}
                />
              </a>
              {image.caption && <span class="muted">{image.caption}</span>}
            </li>
          ))}
          {unsent.map((task) => (
            <li key={task.id}>
              <WaitingPhoto bytes={task.bytes} type={task.type} />
            </li>
          ))}
        </ul>
      )}
      {mayAdd && (
        <div class="guestButtons">
          <label class="guestButton">
            {m.guest_takePhoto()}
            <input
              type="file"
              class="spoken"
              accept="image/*"
              capture="environment"
              onChange={(event) => void add(event.currentTarget)}
            />
          </label>
          <label class="guestButton">
            {m.guest_choosePhotos()}
            <input
              type="file"
              class="spoken"
              accept="image/*"
              multiple
              onChange={(event) => void add(event.currentTarget)}
            />
          </label>
        </div>
      )}
      {submit.failure}
    </section>
  );
}
