import type { CompanyFile } from '@bindings';
import { Button } from '@mantine/core';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyFileChanges } from '@/queries/companies/files';
import { SidePanel } from '@/ui/overlays/SidePanel';
import { toast } from '@/ui/overlays/toasts';
import { checkEditFile } from '@/wasm/rules';
import { DocumentFields, type DocumentForm } from './DocumentFields';
import styles from './Files.module.css';

/** Sets the type of a file and its expiry date. */
export function FileDetailsPanel({ file, onClose }: { file: CompanyFile; onClose: () => void }) {
  const { language } = useSession();
  const { describe } = useCompanyFileChanges();
  const form = useRulesForm<DocumentForm>({
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
        <DocumentFields kind={form.choice('kind')} expiresOn={form.choice('expiresOn')} />
      </div>
    </SidePanel>
  );
}
