import type { JobId } from '@bindings';
import { useState } from 'react';

const keyOf = (job: JobId) => `ridgeline.cardImage.${job}`;

function kept(job: JobId): string | null {
  try {
    return localStorage.getItem(keyOf(job));
  } catch {
    return null;
  }
}

/** The id of the photo that stands on a job's card. Remembered on this device; null is none. */
export function useChosenImage(job: JobId) {
  const [chosen, setChosen] = useState(() => kept(job));
  const choose = (image: string | null) => {
    setChosen(image);
    try {
      if (image === null) localStorage.removeItem(keyOf(job));
      else localStorage.setItem(keyOf(job), image);
    } catch {
      // A browser that keeps nothing still prints what was chosen now.
    }
  };
  return [chosen, choose] as const;
}
