import { Button } from '@mantine/core';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { m } from '@/i18n';
import { footBar } from '@/ui/layout/footBars';
import { useDocumentTitle } from '@/ui/layout/PageTitle';

import styles from './Onboarding.module.css';

interface StepFrameProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** The heading of a step gets the focus, so that screen readers announce the new page. */
export function StepFrame({ title, text, children }: StepFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useDocumentTitle(title);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={styles.text}>{text}</p>
      {children}
    </>
  );
}

interface StepFormProps {
  form: ComponentProps<'form'>;
  onBack: () => void;
  children: ReactNode;
}

/** A step's fields, with Back and Continue in one row. */
export function StepForm({ form, onBack, children }: StepFormProps) {
  return (
    <form {...form}>
      {children}
      <div ref={footBar} className={styles.ways}>
        <Button size="md" variant="default" leftSection={<IconArrowLeft size={18} />} onClick={onBack}>
          {m.common_back()}
        </Button>
        <Button size="md" type="submit" rightSection={<IconArrowRight size={18} />}>
          {m.common_continue()}
        </Button>
      </div>
    </form>
  );
}
