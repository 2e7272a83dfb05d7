import { Button, type ButtonProps, CopyButton } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { m } from '@/i18n';

interface CopyTextButtonProps extends Pick<ButtonProps, 'variant' | 'color'> {
  text: string;
}

/** Copies a text, and says that it did. */
export const CopyTextButton = ({ text, variant = 'default', ...looks }: CopyTextButtonProps) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button
        variant={variant}
        leftSection={copied ? <IconCheck size={17} /> : <IconCopy size={17} />}
        onClick={copy}
        {...looks}
      >
        {copied ? m.common_copied() : m.common_copy()}
      </Button>
    )}
  </CopyButton>
);
