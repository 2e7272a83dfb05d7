import { type ReactNode, useEffect, useState } from 'react';
import { m } from '@/i18n';

import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';

/** The delay before the screen says that loading takes long. */
const slow = 5_000;

/** The page that is shown while the session loads. Children are shown under it, such as a link when it takes long. */
export function LoadingScreen({ children }: { children?: ReactNode }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), slow);
    return () => clearTimeout(timer);
  }, []);
  return (
    <main className="splash" aria-busy="true">
      <RidgelineLogo size={56} on="slate" />
      <span className="splashBar" />
      <p role="status">
        {late ? m.common_stillLoading() : <span className="spoken">{m.common_loading()}</span>}
      </p>
      {children}
    </main>
  );
}
