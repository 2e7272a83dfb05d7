import { ActionIcon, Button, type ButtonProps, Loader } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '@/api/client';
import type { DownloadOptions } from '@/api/download';
import { m } from '@/i18n';
import { saveFile } from '@/ui/files/saveFile';
import { popup } from '@/ui/overlays/popups';

type Fetched = (options: DownloadOptions) => Promise<File>;

/** Downloads a file and saves it. `bytes` is how much has been received, null while nothing is downloaded. */
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
      // Canceled on purpose.
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

/** Ids of elements that describe why it is disabled. */
type Around = Omit<
  ComponentProps<'button'>,
  'children' | 'className' | 'color' | 'disabled' | 'style' | 'type'
>;

interface DownloadButtonProps extends Around {
  /** The label and the accessible name. */
  label: string;
  fetched: Fetched;
  /** Only an icon, in the slate header of a phone. */
  icon?: string;
  classNames?: ButtonProps['classNames'];
}

/** Saves a file that the server creates. During the download the button shows the progress and cancels it. */
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
        // Where only the icon fits, this is its accessible name.
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
