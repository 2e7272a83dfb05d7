import type { Feedback, Notice } from '@bindings';
import { call } from '@/api/client';
import { m, notice } from '@/i18n';
import { useSession } from '@/session/session';
import { popup } from '@/ui/popups';
import { useRulesForm } from '@/ui/useRulesForm';
import { checkFeedback } from '@/wasm/rules';

const blank: Feedback = { subject: '', type: '', details: '' };

export type FeedbackType = Exclude<Feedback['type'], ''>;

const thanks: Record<FeedbackType, Notice> = {
  'feature request': 'featureThanks',
  complaint: 'complaintThanks',
  'found a bug': 'bugThanks',
  other: 'otherThanks',
};

/** What somebody writes to those who make Ridgeline. It stays as typed until it is with them. */
export function useFeedbackForm() {
  const { language } = useSession();
  const form = useRulesForm<Feedback>({
    initial: blank,
    check: (values) => checkFeedback(values, language),
    submit: async (values) => {
      await call('POST', '/api/feedback', values);
      form.reset(blank);
      // The rules let none through without a type.
      if (values.type !== '') void popup.thanks(notice(thanks[values.type]));
    },
    failed: () => void popup.oops(m.latest_feedbackFailed()),
  });
  return form;
}
