import { Input, SegmentedControl, TextInput } from '@mantine/core';
import { type Language, m, setLanguage } from '@/i18n';

import styles from './Onboarding.module.css';
import { StepForm, StepFrame } from './StepFrame';
import { type StepProps, useStepForm } from './stepForm';

export function DetailsStep(props: StepProps) {
  const { field, set, values, form } = useStepForm(
    props,
    ['firstName', 'lastName', 'location', 'phoneNumber', 'language'],
    2,
  );
  const speak = (language: Language) => {
    set('language', language);
    setLanguage(language);
  };
  return (
    <StepFrame title={m.onboarding_detailsTitle()} text={m.onboarding_detailsText()}>
      <StepForm form={form} onBack={() => props.change({}, 0)}>
        <div className={styles.fields}>
          <TextInput
            size="md"
            label={m.session_email()}
            value={values.email}
            readOnly
            description={m.onboarding_emailFixed()}
            inputWrapperOrder={['label', 'input', 'description']}
          />
          <div className={styles.pair}>
            <TextInput
              size="md"
              label={m.person_firstName()}
              required
              autoComplete="given-name"
              {...field('firstName')}
            />
            <TextInput
              size="md"
              label={m.person_lastName()}
              required
              autoComplete="family-name"
              {...field('lastName')}
            />
          </div>
          <TextInput
            size="md"
            label={m.person_address()}
            required
            placeholder="Commerce City, CO"
            autoComplete="address-level2"
            {...field('location')}
          />
          <div className={styles.pair}>
            <TextInput
              size="md"
              type="tel"
              label={m.person_phone()}
              placeholder="555-555-5555"
              autoComplete="tel-national"
              {...field('phoneNumber')}
            />
            <Input.Wrapper label={m.person_language()} required labelElement="div">
              <SegmentedControl
                fullWidth
                size="md"
                aria-label={m.person_language()}
                data={[
                  { value: 'english', label: 'English' },
                  { value: 'spanish', label: 'Español' },
                ]}
                value={values.language}
                onChange={speak}
              />
            </Input.Wrapper>
          </div>
        </div>
      </StepForm>
    </StepFrame>
  );
}
