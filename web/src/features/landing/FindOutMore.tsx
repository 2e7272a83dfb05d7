import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { m } from '@/i18n';
import { RoofIllustration } from '@/ui/brand/RoofIllustration';
import looks from './AuthLinks.module.css';
import styles from './FindOutMore.module.css';
import page from './Landing.module.css';

/** Loads the form and the rules that it needs, which also preloads the rules for the next page. */
async function fetchForm(): Promise<ComponentType> {
  const [{ loadRules }, { LeadForm }] = await Promise.all([import('@/wasm/rules'), import('./LeadForm')]);
  await loadRules();
  return LeadForm;
}

/** A contact form for visitors. It loads after the page. */
export function FindOutMore() {
  const [Form, setForm] = useState<ComponentType | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    fetchForm().then(
      (loaded) => setForm(() => loaded),
      () => setFailed(true),
    );
  }, []);
  useEffect(() => {
    const timer = setTimeout(load, 1_000);
    return () => clearTimeout(timer);
  }, [load]);
  return (
    <section className={`${page.section} ${styles.slate}`} id="find-out-more" aria-labelledby="lead-title">
      <RoofIllustration className={styles.plan} />
      <div className={`${page.two} ${styles.two}`}>
        <div>
          <h2 id="lead-title">{m.landing_findOutMore()}</h2>
          <p className={`${page.lead} ${styles.text}`}>{m.landing_leadText()}</p>
        </div>
        <div className={styles.card}>
          {Form !== null && <Form />}
          {failed && (
            <p role="alert">
              {m.landing_leadNotLoaded()}{' '}
              <button type="button" className={`${looks.button} ${styles.again}`} onClick={load}>
                {m.jobs_retry()}
              </button>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
