import type { JobImage } from '@bindings';
import { TextInput } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Permitted } from '@/components/permissions/Permitted';
import { m } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { useCaptionJobImage } from '@/queries/jobs/images';
import { focusOnMount, handlesEscape } from '@/ui/overlays/inlineForm';
import { checkSetImageCaption, limits } from '@/wasm/rules';
import { InlineForm } from '../details/InlineForm';
import { useInlineEdit } from '../details/useInlineEdit';
import styles from './PhotoCaption.module.css';

/** What a photo shows, under it in the gallery: everybody on the job may write it. */
export function PhotoCaption({ image }: { image: JobImage }) {
  const { language } = useSession();
  const setCaption = useCaptionJobImage(image.jobId);
  const formOf = (caption: string) => ({ imageId: image.id, caption });
  const { editing, opened, form, start, cancel } = useInlineEdit({
    saved: { caption: image.caption ?? '' },
    check: ({ caption }) => checkSetImageCaption(formOf(caption), language),
    save: ({ caption }) => setCaption(formOf(caption)),
  });
  if (editing)
    return (
      <div className={styles.form}>
        <InlineForm form={form} onCancel={cancel}>
          <TextInput
            ref={focusOnMount}
            aria-label={m.jobs_imageCaption()}
            placeholder={m.jobs_imageCaption()}
            maxLength={limits().imageCaption}
            autoComplete="off"
            {...handlesEscape}
            {...form.field('caption')}
          />
        </InlineForm>
      </div>
    );
  return (
    <div className={styles.caption}>
      {image.caption && <span>{image.caption}</span>}
      <Permitted action="jobs.images">
        <button
          type="button"
          className={styles.edit}
          onClick={start}
          {...(opened ? { ref: focusOnMount } : {})}
        >
          <IconPencil size={17} aria-hidden />
          {image.caption ? m.jobs_imageCaptionEdit() : m.jobs_imageCaptionAdd()}
        </button>
      </Permitted>
    </div>
  );
}
