import { Button, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { m } from '@/i18n';
import { suggestedCompanyName } from '@/wasm/rules';

import styles from './Onboarding.module.css';
import { StepForm, StepFrame } from './StepFrame';
import { type StepProps, useStepForm } from './stepForm';

export function CompanyStep(props: StepProps) {
  const { field, set, values, form } = useStepForm(props, ['company_name', 'position'], 4);
  const subcontractor = values.account_type === 'subcontractor';
  const suggested = suggestedCompanyName(values.firstName, values.lastName, values.location);
  return (
    <StepFrame
      title={m.onboarding_companyTitle()}
      text={subcontractor ? m.onboarding_companyTextSubcontractor() : m.onboarding_companyTextContractor()}
    >
      <StepForm form={form} onBack={() => props.change({}, 2)}>
        <div className={styles.fields}>
          <div>
            <TextInput
              size="md"
              label={m.onboarding_companyName()}
              required
              autoComplete="organization"
              {...field('company_name')}
            />
            {subcontractor && (
              <div className={styles.shortcut}>
                <span className="grow">
                  <b>{m.onboarding_noName()}</b> <span className="muted">{m.onboarding_ownName()}</span>
                </span>
                <Button
                  variant="default"
                  leftSection={<IconCheck size={16} />}
                  onClick={() => set('company_name', suggested)}
                >
                  {m.onboarding_use({ name: suggested })}
                </Button>
              </div>
            )}
          </div>
          <TextInput
            size="md"
            label={m.onboarding_position()}
            required
            placeholder={m.onboarding_positionExample()}
            autoComplete="organization-title"
            {...field('position')}
          />
        </div>
      </StepForm>
    </StepFrame>
  );
}
