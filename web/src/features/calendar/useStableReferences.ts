import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Record<string, (...told: never[]) => unknown>;

/**
 * Functions with a stable identity that call the latest versions. The grid treats changed options as another
 * calendar: a bar that is dropped after a change would leave one and enter the other, and no move would be reported.
 */
export function useStableReferences<Given extends Handlers>(handlers: Given): Given {
  const newest = useRef(handlers);
  useLayoutEffect(() => {
    newest.current = handlers;
  });
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(handlers).map((name) => [
          name,
          (...told: never[]) => newest.current[name as keyof Given]?.(...told),
        ]),
      ) as Given,
  );
  return steady;
}
