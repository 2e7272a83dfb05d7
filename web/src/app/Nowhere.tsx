import { lazy, type ReactNode, Suspense } from 'react';
import { Mark } from '@/ui/Mark';
import { useHeadingFocus, useWindowTitle } from '@/ui/PageTitle';

import styles from './Nowhere.module.css';

/** Only beside the words: a picture that does not come is no reason to break twice. */
const RoofPlan = lazy(async () => {
  const picture = await import('@/ui/RoofPlan').catch(() => undefined);
  return { default: (props: { className: string | undefined }) => picture?.RoofPlan(props) ?? null };
});

interface NowhereProps {
  title: string;
  body: string;
  /** The ways on; the first one is the likely next step. */
  children: ReactNode;
  /** Not inside the frame of the app, which has its own main. */
  alone?: boolean;
}

/** A page for when there is no page. It needs neither the component library nor the server. */
export function Nowhere({ title, body, children, alone = false }: NowhereProps) {
  const Page = alone ? 'main' : 'div';
  const heading = useHeadingFocus();
  useWindowTitle(title);
  return (
    <Page className={styles.page}>
      <div className={styles.words}>
        <Mark size={44} />
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p>{body}</p>
        <div className={styles.ways}>{children}</div>
      </div>
      <Suspense>
        <RoofPlan className={styles.plan} />
      </Suspense>
    </Page>
  );
}
