import type { Company } from '@bindings';
import { Button, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { DeletionPanel } from '@/components/accounts/DeletionPanel';
import { m } from '@/i18n';
import { deleteCompany, exportAddress } from '@/queries/accounts/deletion';
import { saveUrl } from '@/ui/files/saveFile';
import { popup } from '@/ui/overlays/popups';

import styles from './Settings.module.css';

/**
 * The browser downloads the export itself: it may be far larger than what fits in memory, and the browser shows the
 * progress.
 */
function Download() {
  const [state, setState] = useState<'idle' | 'busy' | 'begun'>('idle');
  const save = async () => {
    setState('busy');
    try {
      saveUrl(await exportAddress());
      setState('begun');
    } catch (failure) {
      setState('idle');
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    }
  };
  return (
    <div className={styles.logo}>
      <Button
        variant="default"
        leftSection={<IconDownload size={17} aria-hidden />}
        loading={state === 'busy'}
        onClick={() => void save()}
      >
        {m.deletion_export()}
      </Button>
      <span className="muted grow" role="status">
        {state === 'begun' && m.deletion_exportBegun()}
      </span>
    </div>
  );
}

/** The export of the company's data, and the deletion of the company. */
export function CompanyData({ company: { name } }: { company: Company }) {
  const id = useId();
  const [leaving, setLeaving] = useState(false);
  return (
    <section className={styles.form} aria-labelledby={`${id}-data`}>
      <div>
        <h3 id={`${id}-data`}>{m.deletion_data()}</h3>
        <p className="muted">{m.deletion_dataHint()}</p>
      </div>
      <Download />
      <div>
        <h3>{m.deletion_company()}</h3>
        <p className="muted">{m.deletion_companyText()}</p>
      </div>
      <div>
        <Button variant="outline" color="crimson" onClick={() => setLeaving(true)}>
          {m.deletion_companyBegin()}
        </Button>
      </div>
      {leaving && (
        <DeletionPanel
          title={m.deletion_company()}
          means={[
            m.deletion_companyGoes(),
            m.deletion_companyPeople(),
            m.deletion_companyOthers(),
            m.deletion_final(),
          ]}
          before={<Download />}
          fields={(form) => (
            <TextInput
              label={m.deletion_name()}
              description={name}
              required
              autoComplete="off"
              spellCheck={false}
              {...form.field('name')}
            />
          )}
          verb={m.deletion_company()}
          remove={deleteCompany}
          onClose={() => setLeaving(false)}
        />
      )}
    </section>
  );
}
