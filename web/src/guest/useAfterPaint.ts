import { useEffect, useState } from 'preact/hooks';

/**
 * Whether the component was on the screen once. What can wait is rendered then, so that a slow phone shows the head of a
 * page sooner and answers a press meanwhile.
 */
export function useAfterPaint(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => setPainted(true), []);
  return isPainted;
}
