import { TextInput } from '@mantine/core';
import { type Language, m, setLanguage } from '@/i18n';
import { FieldPair } from '@/ui/inputs/FieldPair';
import { LanguageField, NameFields, PhoneNumberField } from '@/ui/inputs/PersonFields';

import styles from './Onboarding.module.css';
import { StepForm, StepFrame } from './StepFrame';
import { type StepProps, useStepForm } from './stepForm';

export function DetailsStep(props: StepProps) {
  const { field, set, values, form } = useStepForm(
    props,
    ['firstName', 'lastName', 'location', 'phoneNumber', 'language'],
    2,
  );
  const changeLanguage = (language: Language) => {
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
          <FieldPair>
            <NameFields size="md" field={field} />
          </FieldPair>
          <TextInput
            size="md"
            label={m.person_address()}
            required
            placeholder="Commerce City, CO"
            autoComplete="address-level2"
            {...field('location')}
          />
          <FieldPair>
            <PhoneNumberField size="md" {...field('phoneNumber')} />
            <LanguageField
              size="md"
              label={m.person_language()}
              value={values.language}
              onChange={changeLanguage}
            />
          </FieldPair>
        </div>
      </StepForm>
    </StepFrame>
  );
}
