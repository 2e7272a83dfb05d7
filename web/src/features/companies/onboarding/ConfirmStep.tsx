import type { NewAccount } from '@bindings';
import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { m } from '@/i18n';
import { footBar } from '@/ui/layout/footBars';
import { companyTypeText } from './companyTypeText';
import type { Step } from './draft';
import styles from './Onboarding.module.css';
import { StepFrame } from './StepFrame';

interface ConfirmStepProps {
  values: NewAccount;
  go: (step: Step) => void;
  onFinish: () => void;
}

/** A summary before submitting, with a link back to each step. */
export function ConfirmStep({ values, go, onFinish }: ConfirmStepProps) {
  const parts: Array<{ step: Step; title: string; facts: Array<[string, string]> }> = [
    {
      step: 1,
      title: m.onboarding_details(),
      facts: [
        [m.person_name(), `${values.firstName} ${values.lastName}`],
        [m.session_email(), values.email],
        [m.person_address(), values.location],
        [m.person_phone(), values.phoneNumber === '' ? '–' : values.phoneNumber],
        [m.person_language(), values.language === 'spanish' ? 'Español' : 'English'],
      ],
    },
    {
      step: 2,
      title: m.onboarding_type(),
      facts: [[m.onboarding_type(), companyTypeText(values.account_type)]],
    },
    {
      step: 3,
      title: m.onboarding_company(),
      facts: [
        [m.onboarding_companyName(), values.company_name],
        [m.onboarding_position(), values.position],
      ],
    },
  ];
  return (
    <StepFrame title={m.onboarding_confirmTitle()} text={m.onboarding_confirmText()}>
      {parts.map(({ step, title, facts }) => (
        <section key={step} className={styles.part} aria-label={title}>
          <div className="row">
            <h2 className="grow">{title}</h2>
            <Button variant="subtle" onClick={() => go(step)} aria-label={`${m.common_edit()}: ${title}`}>
              {m.common_edit()}
            </Button>
          </div>
          <dl>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div ref={footBar} className={styles.ways}>
        <Button size="md" variant="default" leftSection={<IconArrowLeft size={18} />} onClick={() => go(3)}>
          {m.common_back()}
        </Button>
        <Button size="md" onClick={onFinish}>
          {m.onboarding_finish()}
        </Button>
      </div>
    </StepFrame>
  );
}
