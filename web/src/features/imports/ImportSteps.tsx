/** The way of a company that moves to Ridgeline: customers, their jobs, prices, vendors, and the photos of the jobs. */
import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';

import styles from './ImportSteps.module.css';
import { type ImportStep, readImports } from './recentImports';

interface Step {
  kind: ImportStep;
  to: string;
  name: () => string;
}

/** In this order: a job finds its customer, and a photo its job. */
const steps: readonly Step[] = [
  { kind: 'customers', to: '/app/jobs/customers/import', name: () => m.imports_stepCustomers() },
  { kind: 'jobs', to: '/app/jobs/import', name: () => m.imports_stepJobs() },
  { kind: 'products', to: '/app/jobs/products/import', name: () => m.imports_stepProducts() },
  { kind: 'vendors', to: '/app/jobs/vendors/import', name: () => m.imports_stepVendors() },
  { kind: 'photos', to: '/app/jobs/photos/import', name: () => m.imports_stepPhotos() },
];

/** The steps, with a mark on those that were made within the last day. */
export function ImportSteps({ at }: { at: ImportStep }) {
  const { company } = useSession();
  const [done] = useState(() => new Set(readImports(company.id).map(({ kind }) => kind)));
  return (
    <nav aria-label={m.imports_steps()}>
      <ol className={`plainList ${styles.steps}`}>
        {steps.map(({ kind, to, name }, index) => (
          <li key={kind}>
            <Link to={to} className={styles.step} aria-current={kind === at ? 'step' : undefined}>
              <span className={styles.mark} aria-hidden>
                {done.has(kind) ? <IconCheck size={15} stroke={2.6} /> : index + 1}
              </span>
              {name()}
              {done.has(kind) && <VisuallyHidden>, {m.imports_stepDone()}</VisuallyHidden>}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** After an import: the step that follows. */
export function NextImport({ after }: { after: ImportStep }) {
  const next = steps[steps.findIndex(({ kind }) => kind === after) + 1];
  if (next === undefined) return null;
  return (
    <Button
      component={Link}
      to={next.to}
      variant="default"
      rightSection={<IconArrowRight size={17} aria-hidden />}
    >
      {m.imports_next({ step: next.name() })}
    </Button>
  );
}
