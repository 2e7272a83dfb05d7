import type { JobId } from '@bindings';
import { useState } from 'react';

const keyOf = (job: JobId) => `ridgeline.cardImage.${job}`;

function storedChoice(job: JobId): string | null {
  try {
    return localStorage.getItem(keyOf(job));
  } catch {
    return null;
  }
}

/** The id of the photo on a job card, stored on this device; null for none. */
export function useChosenImage(job: JobId) {
  const [chosen, setChosen] = useState(() => storedChoice(job));
  const choose = (image: string | null) => {
    setChosen(image);
    try {
      if (image === null) localStorage.removeItem(keyOf(job));
      else localStorage.setItem(keyOf(job), image);
    } catch {
      // Without local storage, the choice lasts until the page is closed.
    }
  };
  return [chosen, choose] as const;
}
