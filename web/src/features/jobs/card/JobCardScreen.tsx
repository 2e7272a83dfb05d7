import type { Job } from '@bindings';
import { ActionIcon, Button } from '@mantine/core';
import { IconArrowLeft, IconDownload, IconPhotoEdit, IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { ApiFailure } from '@/api/client';
import { m, notice } from '@/i18n';
import { useCompanyZone } from '@/queries/companies/timeZone';
import { useJob } from '@/queries/jobs/jobs';
import { CancelableButton } from '@/ui/feedback/CancelableButton';
import { ErrorBox } from '@/ui/feedback/ErrorSummary';
import { LoadFailure } from '@/ui/feedback/LoadFailure';
import { LoadingScreen } from '@/ui/feedback/LoadingScreen';
import { useCancelable } from '@/ui/feedback/useCancelable';
import { ActionBar } from '@/ui/layout/ActionBar';
import { useDocumentTitle, useHeadingFocus } from '@/ui/layout/PageTitle';
import { popup } from '@/ui/overlays/popups';
import { printSheet } from '@/ui/print/printOutput';
import { usePhone } from '@/ui/theme/usePhone';

import { CardSheet } from './CardSheet';
import { ChooseImage, photoAlt } from './ChooseImage';
import styles from './JobCardScreen.module.css';
import { saveCard } from './saveCard';
import { useCard } from './useCard';

/** Returns to where the card was opened from, or to the job if the page was opened by its address. */
function useBack(job: string): () => void {
  const navigate = useNavigate();
  const { key } = useLocation();
  return () => void (key === 'default' ? navigate(`/app/jobs/${job}`) : navigate(-1));
}

function OpenCard({ job }: { job: Job }) {
  const [choosing, setChoosing] = useState(false);
  const { content, image, choose, photos, ready, missing, retry } = useCard(job, choosing);
  // A large photo loads slowly over a slow network, so saving can be canceled.
  const saving = useCancelable();
  const printing = useCancelable();
  const back = useBack(job.id);
  const heading = useHeadingFocus();
  const phone = usePhone();
  const zone = useCompanyZone();
  const title = job.jobNumber === null ? m.card_title() : m.card_titleOf({ number: job.jobNumber });
  useDocumentTitle(title);

  const output = (
    <>
      <CancelableButton
        label={m.card_savePdf()}
        icon={phone ? undefined : <IconDownload size={18} />}
        disabled={!ready}
        busy={saving.busy}
        onGo={() => void saving.run((signal) => saveCard(content, image, signal))}
        onStop={saving.stop}
      />
      <CancelableButton
        primary
        label={m.card_print()}
        icon={<IconPrinter size={18} />}
        disabled={!ready}
        busy={printing.busy}
        onGo={() => void printing.run(printSheet)}
        onStop={printing.stop}
      />
    </>
  );
  return (
    <div className={styles.screen}>
      <header className={styles.bar}>
        <ActionIcon
          variant="default"
          size={44}
          className={styles.back ?? ''}
          aria-label={m.common_back()}
          onClick={back}
        >
          <IconArrowLeft size={22} />
        </ActionIcon>
        <h1 ref={heading} tabIndex={-1} className={`grow trunc ${styles.title}`}>
          {title}
        </h1>
        <ActionIcon
          variant="default"
          size={44}
          className="phoneOnly"
          aria-label={m.card_choose()}
          onClick={() => setChoosing(true)}
        >
          <IconPhotoEdit size={22} />
        </ActionIcon>
        <div className={`deskOnly ${styles.output}`}>
          <Button
            variant="default"
            leftSection={<IconPhotoEdit size={18} />}
            onClick={() => setChoosing(true)}
          >
            {m.card_choose()}
          </Button>
          {output}
        </div>
      </header>
      <main id="main" className={styles.desk}>
        {missing !== null && (
          <div className={styles.missing}>
            <ErrorBox>{missing}</ErrorBox>
            <Button variant="default" onClick={retry}>
              {m.jobs_retry()}
            </Button>
          </div>
        )}
        <CardSheet
          content={content}
          picture={
            image === undefined
              ? null
              : { address: image.imgUrl, alt: photoAlt(image, zone), onBroken: photos.onBroken }
          }
        />
      </main>
      <div className={styles.phone}>
        <ActionBar overlay>{output}</ActionBar>
      </div>
      {choosing && (
        <ChooseImage
          images={photos.images}
          error={photos.error}
          retry={() => void photos.refetch()}
          onBroken={photos.onBroken}
          chosen={image?.id ?? null}
          onChoose={choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}

/** `/app/card/:id`: the job on one sheet, to print or save. Redirects to the jobs if the job does not exist. */
export function JobCardScreen() {
  const { id = '' } = useParams();
  const { job, error, refetch } = useJob(id);
  const navigate = useNavigate();
  const unknown = error instanceof ApiFailure && !error.passing;

  useEffect(() => {
    if (!unknown) return;
    void navigate('/app/jobs', { replace: true });
    void popup.oops(notice('jobNotFound'));
  }, [unknown, navigate]);

  if (unknown) return null;
  if (job !== undefined) return <OpenCard key={job.id} job={job} />;
  if (error === null) return <LoadingScreen />;
  return (
    <main id="main" className="page narrow">
      <LoadFailure why={error.message} onRetry={refetch} />
    </main>
  );
}
