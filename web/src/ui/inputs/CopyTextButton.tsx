import { Button, type ButtonProps, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { m } from '@/i18n';

interface CopyTextButtonProps extends Pick<ButtonProps, 'variant' | 'color'> {
  text: string;
}

/** Copies a text to the clipboard, and confirms it. */
export const CopyTextButton = ({ text, variant = 'default', ...props }: CopyTextButtonProps) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button
        variant={variant}
        leftSection={copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
        onClick={copy}
        {...props}
      >
        {copied ? m.common_copied() : m.common_copy()}
      </Button>
    )}
  </CopyButton>
);
