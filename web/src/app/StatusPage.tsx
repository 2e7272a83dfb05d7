import { lazy, type ReactNode, Suspense } from 'react';
import { RidgelineLogo } from '@/ui/brand/RidgelineLogo';
import { useDocumentTitle, useHeadingFocus } from '@/ui/layout/PageTitle';

import styles from './StatusPage.module.css';

/** Decoration: a failure to load it must not crash the page again. */
const RoofIllustration = lazy(async () => {
  const module = await import('@/ui/brand/RoofIllustration').catch(() => undefined);
  return { default: (props: { className: string | undefined }) => module?.RoofIllustration(props) ?? null };
});

interface StatusPageProps {
  title: string;
  body: string;
  /** Links to continue; the first one is the likely next step. */
  children: ReactNode;
  /** True outside of the shell, which has its own `main`. */
  alone?: boolean;
}

/** A page with a title and links, for errors. It needs neither the component library nor the server. */
export function StatusPage({ title, body, children, alone = false }: StatusPageProps) {
  const Page = alone ? 'main' : 'div';
  const heading = useHeadingFocus();
  useDocumentTitle(title);
  return (
    <Page className={styles.page}>
      <div className={styles.words}>
        <RidgelineLogo size={44} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{body}</p>
        <div className={styles.ways}>{children}</div>
      </div>
      <Suspense>
        <RoofIllustration className={styles.plan} />
      </Suspense>
    </Page>
  );
}
