import type { NewLead } from '@bindings';
import { IconAlertCircle, IconCircleCheck, IconSend } from '@tabler/icons-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { call } from '@/api/client';
import { useRulesForm } from '@/components/forms/useRulesForm';
import { m, useLanguage } from '@/i18n';
import { checkLead } from '@/wasm/rules';
import looks from './AuthLinks.module.css';
import styles from './FindOutMore.module.css';

const blank: NewLead = { name: '', email: '', companyType: '', details: '' };

interface Described {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface LabelledProps {
  label: string;
  required?: boolean;
  error: string | undefined;
  children: (described: Described) => ReactNode;
}

/** A field with its label and error. The start page loads no component library. */
function Labelled({ label, required = false, error, children }: LabelledProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>
        {label}
        {required && (
          <span className={styles.star} aria-hidden>
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': error === undefined ? undefined : errorId,
      })}
      {error !== undefined && (
        <p id={errorId} className={styles.error}>
          <IconAlertCircle size={16} aria-hidden />
          {error}
        </p>
      )}
    </div>
  );
}

/** A thank-you message in place of the form, announced to screen readers. */
const Thanks = ({ to }: { to: NewLead }) => (
  <p className={styles.thanks} role="status">
    <IconCircleCheck size={22} aria-hidden />
    {m.landing_leadThanks({ name: to.name.trim(), email: to.email.trim() })}
  </p>
);

/** Name, email, company type and message. No typed input is lost when the request fails. */
export function LeadForm() {
  const language = useLanguage();
  const [sent, setSent] = useState<NewLead | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  // A honeypot: people do not see this field, bots fill it, and the server discards what they send.
  const trap = useRef<HTMLInputElement>(null);
  const form = useRulesForm<NewLead>({
    initial: blank,
    check: (values) => checkLead(values, language),
    submit: async (values) => {
      setFailure(null);
      await call('POST', '/api/leads', { ...values, website: trap.current?.value ?? '' });
      setSent(values);
    },
    onFailure: ({ message }) => setFailure(message),
  });
  if (sent !== null) return <Thanks to={sent} />;
  const plain = (name: keyof NewLead) => {
    const { error: _, ...field } = form.field(name);
    return field;
  };
  return (
    <form {...form.form}>
      <Labelled label={m.landing_leadName()} required error={form.problem('name')}>
        {(described) => (
          <input {...plain('name')} {...described} autoComplete="name" placeholder="Ana Torres" required />
        )}
      </Labelled>
      <Labelled label={m.landing_leadEmail()} required error={form.problem('email')}>
        {(described) => (
          <input
            {...plain('email')}
            {...described}
            type="email"
            autoComplete="email"
            placeholder="ana@example.com"
            required
          />
        )}
      </Labelled>
      <Labelled label={m.landing_leadCompanyType()} required error={form.problem('companyType')}>
        {(described) => (
          <select {...plain('companyType')} {...described} required>
            <option value="">{m.landing_leadChoose()}</option>
            <option value="contractor">{m.landing_leadContractor()}</option>
            <option value="subcontractor">{m.landing_leadSubcontractor()}</option>
            <option value="vendor">{m.landing_leadVendor()}</option>
          </select>
        )}
      </Labelled>
      <Labelled label={m.landing_leadDetails()} error={form.problem('details')}>
        {(described) => (
          <textarea {...plain('details')} {...described} rows={4} placeholder={m.landing_leadDetailsHint()} />
        )}
      </Labelled>
      <div className={styles.trap} aria-hidden="true">
        <input ref={trap} name="website" tabIndex={-1} autoComplete="off" />
      </div>
      {failure !== null && (
        <p role="alert" className={styles.error}>
          <IconAlertCircle size={16} aria-hidden />
          {failure}
        </p>
      )}
      <button type="submit" className={`${looks.button} ${styles.send}`} disabled={form.busy}>
        <IconSend size={18} aria-hidden />
        {m.landing_leadSend()}
      </button>
    </form>
  );
}
