import type { CompanyFile } from '@bindings';
import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconLock, IconPencil, IconTrash, IconUpload, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { confirmDelete } from '@/components/feedback/confirmDelete';
import { runWithPopup } from '@/components/feedback/runWithPopup';
import { runWithToast } from '@/components/feedback/runWithToast';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyFileChanges, useCompanyFiles } from '@/queries/companies/files';
import { documentTypeName } from '@/ui/companies/documentTypes';
import { ExpiryStatus } from '@/ui/companies/ExpiryStatus';
import { SkeletonCards } from '@/ui/feedback/Skeletons';

import head from '../profile/CardHead.module.css';
import { FileDetailsPanel } from './FileDetailsPanel';
import styles from './Files.module.css';
import { UploadPanel } from './UploadPanel';

function Visibility({ file: { isPublic } }: { file: CompanyFile }) {
  return (
    <span className={styles.visible}>
      {isPublic ? <IconWorld size={15} aria-hidden /> : <IconLock size={15} aria-hidden />}
      {isPublic ? m.publicCompany_public() : m.publicCompany_private()}
    </span>
  );
}

function FileActions({ file, onEdit }: { file: CompanyFile; onEdit: () => void }) {
  const { setPublic, remove } = useCompanyFileChanges();
  const name = { file: file.fileName };

  const flip = async (isPublic: boolean) => {
    await runWithPopup(() => setPublic(file, isPublic));
  };
  const drop = async () => {
    const confirmed = await confirmDelete(m.company_fileDeleteSure(name));
    if (confirmed) await runWithToast(() => remove(file), m.company_fileDeleted(name));
  };
  return (
    <div className={styles.actions}>
      <Switch
        size="md"
        aria-label={m.company_fileSwitch(name)}
        checked={file.isPublic}
        onChange={(event) => void flip(event.currentTarget.checked)}
      />
      <ActionIcon aria-label={m.company_fileEdit(name)} onClick={onEdit}>
        <IconPencil size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={m.company_fileDelete(name)} onClick={() => void drop()}>
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** The company's documents. All of its users can read them, admins can change them. */
export function FilesCard() {
  const { may } = useSession();
  const { data: files, error } = useCompanyFiles();
  const [uploading, setUploading] = useState(false);
  const [edited, setEdited] = useState<CompanyFile | null>(null);
  const mayManage = may('company.files');
  return (
    <section className={`card ${styles.files}`} aria-labelledby="company-files">
      <div className={head.line}>
        <h2 id="company-files" className={head.title}>
          {m.company_files()} {files !== undefined && <span className="dim num">{files.length}</span>}
        </h2>
        {mayManage && (
          <Button
            variant="default"
            leftSection={<IconUpload size={17} aria-hidden />}
            aria-label={m.company_uploadNamed()}
            onClick={() => setUploading(true)}
          >
            {m.company_upload()}
          </Button>
        )}
      </div>
      {files === undefined && error === null && <SkeletonCards count={2} height={56} />}
      {files === undefined && error !== null && <p className={head.none}>{error.message}</p>}
      {files?.length === 0 && (
        <p className={head.none}>
          {m.company_noFiles()} {mayManage && m.company_noFilesHint()}
        </p>
      )}
      {files !== undefined && files.length > 0 && (
        <ul className={styles.list}>
          {files.map((file) => (
            <li key={file.id} className={styles.item}>
              <div className="grow">
                <a className={styles.name} href={file.fileUrl} target="_blank" rel="noreferrer">
                  {file.fileName}
                </a>
                <div className={styles.facts}>
                  <Visibility file={file} />
                  {file.kind !== 'other' && <span>{documentTypeName(file.kind)}</span>}
                  <ExpiryStatus expiresOn={file.expiresOn} />
                </div>
              </div>
              {mayManage && <FileActions file={file} onEdit={() => setEdited(file)} />}
            </li>
          ))}
        </ul>
      )}
      {uploading && <UploadPanel onClose={() => setUploading(false)} />}
      {edited !== null && <FileDetailsPanel file={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}
