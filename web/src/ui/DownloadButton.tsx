import { ActionIcon, Button, type ButtonProps, Loader } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { ApiFailure, type DownloadOptions } from '@/api/client';
import { m } from '@/i18n';

import { popup } from './popups';
import { saveFile } from './saveFile';

type Fetched = (options: DownloadOptions) => Promise<File>;

/** Fetches a file and hands it over. `bytes` is how much has come, null while nothing is under way. */
function useDownload(fetched: Fetched) {
  const [bytes, setBytes] = useState<number | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  const save = async () => {
    const own = new AbortController();
    stop.current = own;
    setBytes(0);
    try {
      const file = await fetched({ onProgress: setBytes, signal: own.signal });
      saveFile(file.name, file);
    } catch (failure) {
      // Whoever stopped it, or left the page, knows.
      if (own.signal.aborted) return;
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setBytes(null);
    }
  };
  return { bytes, save: () => void save(), stop: () => stop.current?.abort() };
}

const kilobytes = (bytes: number) => Math.ceil(bytes / 1_024).toLocaleString('en-US');

/** What stands around it may say of it why it cannot be pressed now. */
type Around = Omit<
  ComponentProps<'button'>,
  'children' | 'className' | 'color' | 'disabled' | 'style' | 'type'
>;

interface DownloadButtonProps extends Around {
  /** What it says and is called. */
  label: string;
  fetched: Fetched;
  /** Only an icon, in the slate header of a phone. */
  icon?: string;
  classNames?: ButtonProps['classNames'];
}

/** Saves a file that the server writes. While it comes the button says how much there is, and stops it. */
export function DownloadButton({ label, fetched, icon, classNames, ...around }: DownloadButtonProps) {
  const { bytes, save, stop } = useDownload(fetched);
  const busy = bytes !== null;
  const press = busy ? stop : save;
  const status = (
    <span className="spoken" role="status">
      {busy && m.common_downloading()}
    </span>
  );
  if (icon !== undefined)
    return (
      <>
        <ActionIcon
          size={48}
          className={icon}
          aria-label={busy ? m.common_stopOf({ what: label }) : label}
          onClick={press}
          {...around}
        >
          {busy ? <IconX size={24} /> : <IconDownload size={24} />}
        </ActionIcon>
        {status}
      </>
    );
  const words = busy ? m.common_stopAt({ kilobytes: kilobytes(bytes) }) : label;
  return (
    <>
      <Button
        variant="default"
        {...(classNames === undefined ? {} : { classNames })}
        // Where there is room for the icon alone this is all that is left of its name.
        aria-label={busy ? `${words}, ${label}` : label}
        leftSection={busy ? <Loader size={17} /> : <IconDownload size={17} aria-hidden />}
        onClick={press}
        {...around}
      >
        {words}
      </Button>
      {status}
    </>
  );
}
