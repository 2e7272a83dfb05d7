import type { Feedback, Notice } from '@bindings';
import { call } from '@/api/client';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m, notice } from '@/i18n';
import { useSession } from '@/queries/accounts/session';
import { popup } from '@/ui/overlays/popups';
import { checkFeedback } from '@/wasm/rules';

const blank: Feedback = { subject: '', type: '', details: '' };

export type FeedbackType = Exclude<Feedback['type'], ''>;

const thanks: Record<FeedbackType, Notice> = {
  'feature request': 'featureThanks',
  complaint: 'complaintThanks',
  'found a bug': 'bugThanks',
  other: 'otherThanks',
};

/** The form for feedback to the makers of Ridgeline. Typed text is preserved until it is sent. */
export function useFeedbackForm() {
  const { language } = useSession();
  const form = useRulesForm<Feedback>({
    initial: blank,
    check: (values) => checkFeedback(values, language),
    submit: async (values) => {
      await call('POST', '/api/feedback', values);
      form.reset(blank);
      // The type is set here: the rules require it.
      if (values.type !== '') void popup.thanks(notice(thanks[values.type]));
    },
    onFailure: () => void popup.oops(m.latest_feedbackFailed()),
  });
  return form;
}
