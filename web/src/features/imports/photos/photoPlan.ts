/** Which photo goes to which job: by the numbers of the jobs, and as the user corrects it. */
import type { Job, JobId, PhotoFinding } from '@bindings';
import { type Language, m } from '@/i18n';
import { fileRefusal } from '@/queries/offline/outboxValidation';
import { matchPhotos } from '@/wasm/importRules';

import type { PhotoFile } from './photoFiles';

/** A photo that can be sent once it has a job. */
export interface PlannedPhoto {
  file: PhotoFile;
  mime: string;
}

/** Photos that go to one job, or have none yet. */
export interface PhotoGroup {
  /** Its place in the list. */
  key: string;
  /** The folder, or the file where it is in none. */
  name: string;
  photos: readonly PlannedPhoto[];
  finding: Exclude<PhotoFinding, 'noPicture' | 'ignored'>;
  /** The job that the rules found. */
  jobId: JobId | null;
}

/** What cannot be sent, with the reason. */
export interface RefusedFile {
  path: string;
  reason: string | null;
}

export interface PhotoPlan {
  groups: readonly PhotoGroup[];
  refused: readonly RefusedFile[];
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The photos of one job are one group; those without a job are grouped by their folder, which usually is of one job. */
export function planPhotos(files: readonly PhotoFile[], jobs: readonly Job[], language: Language): PhotoPlan {
  const matches = matchPhotos(
    files.map(({ path }) => path),
    jobs.map(({ jobNumber }) => jobNumber ?? ''),
  );
  const groups = new Map<string, PhotoGroup & { photos: PlannedPhoto[] }>();
  const refused: RefusedFile[] = [];
  for (const [at, file] of files.entries()) {
    const match = matches[at];
    if (match === undefined || match.finding === 'ignored') continue;
    if (match.finding === 'noPicture' || match.mime === null) {
      // The rules say why a format is not accepted, as for iPhone pictures.
      const reason = match.mime === null ? null : refusalOf(file, match.mime, language);
      refused.push({ path: file.path, reason });
      continue;
    }
    const reason = refusalOf(file, match.mime, language);
    if (reason !== null) {
      refused.push({ path: file.path, reason });
      continue;
    }
    const jobId = match.job === null ? null : (jobs[match.job]?.id ?? null);
    const folder = folderOf(file.path);
    // Loose photos without a job are one group: a phone gives hundreds of them.
    const name = folder || (jobId === null ? m.imports_photosLoose() : file.path);
    const key = jobId ?? `${match.finding} ${folder}`;
    const group = groups.get(key) ?? { key, name, photos: [], finding: match.finding, jobId };
    group.photos.push({ file, mime: match.mime });
    groups.set(key, group);
  }
  // What needs an answer comes first.
  const all = [...groups.values()];
  return {
    groups: [...all.filter(({ jobId }) => jobId === null), ...all.filter(({ jobId }) => jobId !== null)],
    refused,
  };
}

const refusalOf = (file: PhotoFile, mime: string, language: Language): string | null =>
  fileRefusal('photo', { type: mime, size: file.size }, language);

/** The job of each group: the user's choice, or what the rules found. */
export type ChosenJobs = Readonly<Record<string, JobId | null>>;

export const jobOf = ({ key, jobId }: PhotoGroup, chosen: ChosenJobs): JobId | null =>
  key in chosen ? (chosen[key] ?? null) : jobId;
