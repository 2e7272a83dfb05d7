import { Progress, Radio, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { FormPanel } from '@/components/forms/FormPanel';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { type NewCompanyFile, useCompanyFileChanges } from '@/queries/companies/files';
import { popup } from '@/ui/overlays/popups';
import { checkEditFile, checkUpload } from '@/wasm/rules';
import { DocumentFields, type DocumentForm } from './DocumentFields';
import { FileDrop } from './FileDrop';
import styles from './Files.module.css';

interface UploadForm extends NewCompanyFile, DocumentForm {
  file: File | null;
}

const blank: UploadForm = { file: null, fileName: '', isPublic: false, kind: 'other', expiresOn: '' };

/** Uploads a file: its name, its visibility, and its type. */
export function UploadPanel({ onClose }: { onClose: () => void }) {
  const { language } = useSession();
  const { add, describe } = useCompanyFileChanges();
  const [share, setShare] = useState<number | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => {
    const signal = new AbortController();
    stop.current = signal;
    return () => signal.abort();
  }, []);

  const form = useRulesForm<UploadForm>({
    initial: blank,
    check: ({ file, kind, expiresOn }) => [
      ...checkUpload(
        { kind: 'companyFile', mime: file?.type ?? '', bytes: file?.size ?? 0 },
        language,
        // The picker is a single field, which shows every error of the file.
      ).map((refusal) => ({ ...refusal, field: 'bytes' })),
      ...checkEditFile({ kind, expiresOn }, language),
    ],
    submit: async ({ file, fileName, isPublic, kind, expiresOn }) => {
      if (file === null) return;
      setShare(0);
      try {
        const name = fileName.trim() === '' ? file.name : fileName;
        const stored = await add(
          file,
          { fileName: name, isPublic },
          { onProgress: setShare, signal: stop.current.signal },
        );
        // The file is stored; if its details cannot be saved, they can be added later.
        const described = kind === 'other' && expiresOn === '' ? null : describe(stored, { kind, expiresOn });
        const failure = await described?.then(
          () => null,
          (reason: unknown) => reason,
        );
        onClose();
        await popup.sweet(notice('fileUploaded', { file: stored.fileName }));
        if (failure instanceof ApiFailure) void popup.oops(failure.message);
      } catch (failure) {
        // Closing the panel cancels the upload.
        if (!stop.current.signal.aborted) throw failure;
      } finally {
        setShare(null);
      }
    },
    onFailure: ({ message }) => void popup.oops(message),
  });
  const { values, set, busy } = form;
  const choose = (file: File) => {
    const untouched = values.fileName === '' || values.fileName === values.file?.name;
    set('file', file);
    if (untouched) set('fileName', file.name);
  };
  const percent = Math.round((share ?? 0) * 100);
  // An invalid file is refused as soon as it is chosen.
  const fileError =
    form.problem('bytes') ??
    (values.file === null
      ? undefined
      : checkUpload({ kind: 'companyFile', mime: values.file.type, bytes: values.file.size }, language)[0]
          ?.message);
  return (
    <FormPanel
      title={m.company_uploadNamed()}
      onClose={onClose}
      dirty={values.file !== null}
      form={form}
      verb={m.company_upload()}
    >
      <FileDrop file={values.file} error={fileError} disabled={busy} choose={choose} />
      <TextInput label={m.company_fileName()} {...form.field('fileName')} />
      <Radio.Group
        label={m.company_fileSees()}
        value={values.isPublic ? 'public' : 'private'}
        onChange={(sees) => set('isPublic', sees === 'public')}
      >
        <div className={styles.choices}>
          <Radio
            value="private"
            label={m.publicCompany_private()}
            description={m.company_filePrivateHint()}
          />
          <Radio value="public" label={m.publicCompany_public()} description={m.company_filePublicHint()} />
        </div>
      </Radio.Group>
      <DocumentFields kind={form.choice('kind')} expiresOn={form.choice('expiresOn')} />
      {share !== null && (
        <div className={styles.progress}>
          <Progress.Root size={6}>
            <Progress.Section value={percent} aria-label={values.fileName} />
          </Progress.Root>
          <span className="num muted">{m.company_fileUploading({ percent })}</span>
        </div>
      )}
    </FormPanel>
  );
}
