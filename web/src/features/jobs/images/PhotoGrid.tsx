import type { Key, ReactNode } from 'react';
import { TileGrid } from '@/ui/layout/TileGrid';
import { usePhone } from '@/ui/theme/usePhone';

interface PhotoGridProps {
  /** The accessible name of the list. */
  label: string;
  count: number;
  keyOf: (at: number) => Key;
  children: (at: number) => ReactNode;
}

/** A grid of photos with a line under each. */
export function PhotoGrid(props: PhotoGridProps) {
  const phone = usePhone();
  return (
    <TileGrid
      {...props}
      least={phone ? 150 : 230}
      heightOf={(width) => (width - 2) * 0.75 + (phone ? 66 : 42)}
      gap={phone ? 10 : 14}
    />
  );
}
