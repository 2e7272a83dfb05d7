import type { Company } from '@bindings';
import { Button, FileButton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCompanyChanges } from '@/queries/companies/profile';
import { CompanyLogo } from '@/ui/brand/CompanyLogo';
import { popup } from '@/ui/overlays/popups';
import { toast } from '@/ui/overlays/toasts';
import { checkUpload, limits, offeredFiles } from '@/wasm/rules';

import { CropFrame } from './CropFrame';
import styles from './Settings.module.css';
import { type CropView, fullView } from './squareCrop';

interface Chosen {
  picture: ImageBitmap;
  mime: string;
}

/** The square as a file of the picture's type, so that a transparent PNG stays transparent. */
const drawn = (canvas: HTMLCanvasElement | null, mime: string): Promise<Blob | null> =>
  new Promise((resolve) => {
    if (canvas === null) resolve(null);
    else canvas.toBlob(resolve, mime, 0.92);
  });

/** The logo: the user chooses a picture and its square, and only the square is uploaded. */
export function LogoForm({ company, onDirty }: { company: Company; onDirty: (dirty: boolean) => void }) {
  const { language } = useSession();
  const { uploadLogo } = useCompanyChanges();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [view, setView] = useState<CropView>(fullView);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const id = useId();
  useEffect(() => onDirty(chosen !== null), [onDirty, chosen]);

  const refusal = (mime: string, bytes: number) =>
    checkUpload({ kind: 'logo', mime, bytes }, language)[0]?.message ?? null;

  const choose = async (file: File | null) => {
    if (file === null) return;
    const refused = refusal(file.type, file.size);
    setError(refused);
    if (refused !== null) return setChosen(null);
    try {
      setChosen({ picture: await createImageBitmap(file), mime: file.type });
      setView(fullView);
    } catch {
      setChosen(null);
      setError(notice('imageBroken'));
    }
  };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (chosen === null) return setError(refusal('', 0));
    setBusy(true);
    try {
      const square = await drawn(canvas.current, chosen.mime);
      if (square === null) return setError(notice('imageBroken'));
      await uploadLogo(square);
      setChosen(null);
      toast.sweet(m.company_logoUploaded());
    } catch (failure) {
      if (!(failure instanceof ApiFailure)) throw failure;
      void popup.oops(failure.message);
    } finally {
      setBusy(false);
    }
  };

  const described = { 'aria-describedby': `${id}-hint ${id}-error` };
  return (
    <form
      className={styles.form}
      aria-labelledby={`${id}-title`}
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <h3 id={`${id}-title`}>{m.company_logo()}</h3>
      <div className={styles.logo}>
        <CompanyLogo name={company.name} url={company.logoUrl} size={64} />
        <div className="grow">
          <FileButton accept={offeredFiles('logo')} onChange={(file) => void choose(file)}>
            {(props) => (
              <Button
                {...props}
                {...described}
                variant="default"
                leftSection={<IconPhoto size={18} aria-hidden />}
              >
                {m.company_logoChoose()}
              </Button>
            )}
          </FileButton>
          <p id={`${id}-hint`} className="muted">
            {m.company_logoHint({ megabytes: limits().logoBytes / 1_048_576 })}
          </p>
        </div>
      </div>
      <p id={`${id}-error`} role="alert" className={styles.error}>
        {error}
      </p>
      {chosen !== null && <CropFrame picture={chosen.picture} view={view} onView={setView} canvas={canvas} />}
      <div className={styles.actions}>
        <Button type="submit" variant="default" loading={busy}>
          {m.company_logoUpload()}
        </Button>
      </div>
    </form>
  );
}
