import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Record<string, (...told: never[]) => unknown>;

/**
 * The same functions at every drawing, which do what the newest ones do. The grid takes a changed setting for another
 * calendar: a bar that is dropped after one was changed leaves its calendar and arrives in the other, and nobody hears
 * that it moved.
 */
export function useSteady<Given extends Handlers>(handlers: Given): Given {
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
