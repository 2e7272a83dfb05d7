import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from 'react-router';

interface BackArrowProps {
  /** The accessible name. */
  label: string;
  /** The address to navigate to, or a function. */
  to: string | (() => void);
  /** Beside the title on a desktop, not in the header of a phone. */
  desktop?: boolean;
}

/** The back button of a page. */
export function BackArrow({ label, to, desktop = false }: BackArrowProps) {
  const button = {
    ...(desktop ? ({ variant: 'default', size: 36 } as const) : { size: 48, className: 'onSlate' }),
    'aria-label': label,
    children: <IconArrowLeft size={desktop ? 18 : 24} />,
  };
  return typeof to === 'string' ? (
    <ActionIcon component={Link} to={to} {...button} />
  ) : (
    <ActionIcon onClick={to} {...button} />
  );
}
