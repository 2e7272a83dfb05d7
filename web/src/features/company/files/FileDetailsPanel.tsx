import type { CompanyFile } from '@bindings';
import { Button } from '@mantine/core';
import { m } from '@/i18n';
import { useCompanyFileChanges } from '@/session/companyFiles';
import { useSession } from '@/session/session';
import { SidePanel } from '@/ui/SidePanel';
import { toast } from '@/ui/toasts';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkEditFile } from '@/wasm/rules';

import styles from './Files.module.css';
import { PaperFields, type PaperForm } from './PaperFields';

/** Says what a file is and through which day it holds. */
export function FileDetailsPanel({ file, onClose }: { file: CompanyFile; onClose: () => void }) {
  const { language } = useSession();
  const { describe } = useCompanyFileChanges();
  const form = useRulesForm<PaperForm>({
    initial: { kind: file.kind, expiresOn: file.expiresOn ?? '' },
    check: (values) => checkEditFile(values, language),
    submit: async (values) => {
      await describe(file, values);
      onClose();
      toast.sweet(m.company_fileSaved({ file: file.fileName }));
    },
  });
  return (
    <SidePanel
      title={m.company_fileDetails()}
      under={file.fileName}
      onClose={onClose}
      dirty={form.dirty}
      form={form.form}
      footer={(close) => (
        <div className={styles.footer}>
          <Button variant="default" onClick={close}>
            {m.common_cancel()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.common_save()}
          </Button>
        </div>
      )}
    >
      <div className={styles.fields}>
        <PaperFields kind={form.choice('kind')} expiresOn={form.choice('expiresOn')} />
      </div>
    </SidePanel>
  );
}
