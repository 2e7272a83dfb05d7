import { Button, FileButton } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { useRef } from 'react';
import { offeredFiles } from '@/wasm/rules';

interface PhotoButtonProps {
  label: string;
  busy?: boolean;
  add: (files: File[]) => void;
}

/** Chooses photos; a phone offers its camera, too. */
export function PhotoButton({ label, busy = false, add }: PhotoButtonProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      multiple
      accept={offeredFiles('jobImage')}
      resetRef={reset}
      inputProps={{ 'aria-label': label }}
      onChange={(files) => {
        add(files);
        // Choosing the same photo again must fire a change event again.
        reset.current?.();
      }}
    >
      {(props) => (
        <Button
          {...props}
          variant="default"
          loading={busy}
          leftSection={<IconCamera size={17} aria-hidden />}
        >
          {label}
        </Button>
      )}
    </FileButton>
  );
}
