import type { CompanyFile } from '@bindings';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyFileChanges } from '@/queries/companies/files';
import { toast } from '@/ui/overlays/toasts';
import { checkEditFile } from '@/wasm/rules';
import { DocumentFields, type DocumentForm } from './DocumentFields';

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
    <FormPanel
      title={m.company_fileDetails()}
      under={file.fileName}
      onClose={onClose}
      form={form}
      verb={m.common_save()}
    >
      <DocumentFields kind={form.choice('kind')} expiresOn={form.choice('expiresOn')} />
    </FormPanel>
  );
}
