import type { CompanyType } from '@bindings';
import { IconBuildingWarehouse, IconCheck, IconHammer } from '@tabler/icons-react';
import { m } from '@/i18n';
import { companyTypeText } from './companyTypeText';
import styles from './Onboarding.module.css';
import { StepForm, StepFrame } from './StepFrame';
import { type StepProps, useStepForm } from './stepForm';

export function TypeStep(props: StepProps) {
  const { set, values, problem, form } = useStepForm(props, ['account_type'], 3);
  const error = problem('account_type');
  const options: Array<{ type: CompanyType; Icon: typeof IconHammer; text: string; tools: string[] }> = [
    {
      type: 'contractor',
      Icon: IconBuildingWarehouse,
      text: m.onboarding_contractorText(),
      tools: [
        m.onboarding_contractorJobs(),
        m.onboarding_contractorOrders(),
        m.onboarding_contractorAppointments(),
      ],
    },
    {
      type: 'subcontractor',
      Icon: IconHammer,
      text: m.onboarding_subcontractorText(),
      tools: [
        m.onboarding_subcontractorAccept(),
        m.onboarding_subcontractorPhotos(),
        m.onboarding_subcontractorChat(),
      ],
    },
  ];
  return (
    <StepFrame title={m.onboarding_typeTitle()} text={m.onboarding_typeText()}>
      <StepForm form={form} onBack={() => props.change({}, 1)}>
        <div
          className={styles.cards}
          role="radiogroup"
          aria-label={m.onboarding_typeTitle()}
          aria-required="true"
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : 'type-error'}
        >
          {options.map(({ type, Icon, text, tools }) => (
            <label key={type} className={styles.card}>
              <input
                type="radio"
                name="account_type"
                data-field="account_type"
                aria-label={companyTypeText(type)}
                checked={values.account_type === type}
                onChange={() => set('account_type', type)}
              />
              <Icon size={32} stroke={1.5} aria-hidden />
              <b>{companyTypeText(type)}</b>
              <span className="muted">{text}</span>
              <ul>
                {tools.map((tool) => (
                  <li key={tool}>
                    <IconCheck size={16} stroke={2.4} aria-hidden />
                    {tool}
                  </li>
                ))}
              </ul>
            </label>
          ))}
        </div>
        {error !== undefined && (
          <p id="type-error" className={`mantine-InputWrapper-error ${styles.error}`}>
            {error}
          </p>
        )}
      </StepForm>
    </StepFrame>
  );
}
