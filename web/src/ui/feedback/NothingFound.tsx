import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { EmptyState } from './EmptyState';

interface NothingFoundProps {
  title: string;
  /** The label of the button that clears the search. */
  clear: string;
  onClear: () => void;
  /** One sentence about what to search for instead. */
  children: ReactNode;
}

/** Shown instead of a list when a search has no results. */
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
