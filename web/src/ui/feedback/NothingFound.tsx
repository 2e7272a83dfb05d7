import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { EmptyState } from './EmptyState';

interface NothingFoundProps {
  title: string;
  /** The label of the button that shows everything again. */
  clear: string;
  onClear: () => void;
  /** One sentence about what to look for instead. */
  children: ReactNode;
}

/** In the place of a list that a search left nothing of. */
export const NothingFound = ({ title, clear, onClear, children }: NothingFoundProps) => (
  <EmptyState
    art="search"
    title={title}
    action={
      <Button variant="default" onClick={onClear}>
        {clear}
      </Button>
    }
  >
    {children}
  </EmptyState>
);
