import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Record<string, (...args: never[]) => unknown>;

/**
 * Functions with a stable identity that call the latest handlers. The grid treats changed options as another calendar:
 * a bar dropped after a change would leave one calendar and enter the other, and no move would be reported.
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
          (...args: never[]) => newest.current[name as keyof Given]?.(...args),
        ]),
      ) as Given,
  );
  return steady;
}
