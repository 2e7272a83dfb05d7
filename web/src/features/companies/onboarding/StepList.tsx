import type { NewAccount } from '@bindings';
import { IconCheck } from '@tabler/icons-react';
import { m } from '@/i18n';
import { companyTypeText } from './companyTypeText';
import type { Step } from './draft';
import styles from './Onboarding.module.css';

/** The progress of the wizard and the entered data; one line on a phone. */
export function StepList({ step, values }: { step: Step; values: NewAccount }) {
  const steps = [
    { name: m.onboarding_details(), entered: `${values.firstName} ${values.lastName}, ${values.location}` },
    { name: m.onboarding_type(), entered: companyTypeText(values.account_type) },
    { name: m.onboarding_company(), entered: values.company_name },
    { name: m.onboarding_confirm(), entered: '' },
  ];
  const stateOf = (number: number) => (number < step ? 'done' : number === step ? 'on' : 'later');
  return (
    <aside aria-label={m.onboarding_progress()}>
      {step > 0 && step < 5 && (
        <p className={styles.stepLine}>{m.onboarding_stepOf({ step, count: steps.length })}</p>
      )}
      <ol className={styles.steps}>
        {steps.map(({ name, entered }, at) => {
          const state = stateOf(at + 1);
          return (
            <li key={name} data-state={state} aria-current={state === 'on' ? 'step' : undefined}>
              <span className="num">
                {state === 'done' ? <IconCheck size={16} stroke={3} aria-hidden /> : at + 1}
              </span>
              <div>
                {name}
                {state === 'done' && entered !== '' && <small>{entered}</small>}
              </div>
            </li>
          );
        })}
      </ol>
    </aside>
  );
}
