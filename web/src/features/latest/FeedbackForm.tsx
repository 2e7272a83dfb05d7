import { Button, Select, TextInput } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { m, notice } from '@/i18n';
import { ErrorSummary } from '@/ui/feedback/ErrorSummary';
import { TextareaWithCounter } from '@/ui/inputs/CharacterCounter';
import { limits } from '@/wasm/rules';

import styles from './Latest.module.css';
import type { FeedbackType, useFeedbackForm } from './useFeedbackForm';

const types: { value: FeedbackType; name: () => string }[] = [
  { value: 'feature request', name: () => m.latest_featureRequest() },
  { value: 'complaint', name: () => m.latest_complaint() },
  { value: 'found a bug', name: () => m.latest_foundABug() },
  { value: 'other', name: () => m.latest_other() },
];

/** Subject, type and details. The page holds the values, so that switching tabs does not lose them. */
export function FeedbackForm({ form }: { form: ReturnType<typeof useFeedbackForm> }) {
  const { value, onChange, ...type } = form.choice('type');
  return (
    <section className={`card ${styles.card}`} aria-labelledby="feedback-title">
      <h2 id="feedback-title">{m.latest_giveFeedback()}</h2>
      <p className="muted">{m.latest_feedbackIntro()}</p>
      <form {...form.form} className={styles.form}>
        <ErrorSummary refusals={form.refusals}>{notice('validation')}</ErrorSummary>
        <TextInput label={m.latest_subject()} required {...form.field('subject')} />
        <Select
          label={m.latest_type()}
          required
          placeholder={m.latest_chooseType()}
          data={types.map((each) => ({ value: each.value, label: each.name() }))}
          allowDeselect={false}
          value={value === '' ? null : value}
          onChange={(next) => onChange(types.find((each) => each.value === next)?.value ?? null)}
          {...type}
        />
        <TextareaWithCounter
          label={m.latest_details()}
          required
          minRows={6}
          max={limits().lines}
          {...form.field('details')}
        />
        <div>
          <Button
            type="submit"
            className={styles.send ?? ''}
            loading={form.busy}
            leftSection={<IconSend size={18} aria-hidden />}
          >
            {m.latest_send()}
          </Button>
        </div>
      </form>
    </section>
  );
}
