import { type ReactNode, useEffect, useState } from 'react';
import { m } from '@/i18n';

import { Mark } from './Mark';

/** After this long people want to know that it is not them. */
const slow = 5_000;

/** The slate page while it is not yet known who this is. What is given stands under it: a way on when it takes long. */
export function LoadingScreen({ children }: { children?: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), slow);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="arrival" aria-busy="true">
      <Mark size={56} on="slate" />
      <span className="arrivalBar" />
      <p role="status">
        {late ? m.common_stillLoading() : <span className="spoken">{m.common_loading()}</span>}
      </p>
      {children}
    </main>
  );
}
