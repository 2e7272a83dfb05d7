/** The fields of a user, with their labels and `autocomplete` values. */
import { Input, SegmentedControl, TextInput, type TextInputProps } from '@mantine/core';
import { type Language, m } from '@/i18n';

interface NameFieldsProps extends Pick<TextInputProps, 'size'> {
  /** The `field` of a `useRulesForm`. */
  field: (name: 'firstName' | 'lastName') => TextInputProps;
}

export const NameFields = ({ field, ...props }: NameFieldsProps) => (
  <>
    <TextInput
      {...props}
      label={m.person_firstName()}
      required
      autoComplete="given-name"
      {...field('firstName')}
    />
    <TextInput
      {...props}
      label={m.person_lastName()}
      required
      autoComplete="family-name"
      {...field('lastName')}
    />
  </>
);

export const PositionField = (props: TextInputProps) => (
  <TextInput label={m.person_position()} required autoComplete="organization-title" {...props} />
);

export const PhoneNumberField = (props: TextInputProps) => (
  <TextInput
    type="tel"
    label={m.person_phone()}
    placeholder="555-555-5555"
    autoComplete="tel-national"
    {...props}
  />
);

interface LanguageFieldProps extends Pick<TextInputProps, 'size'> {
  label: string;
  value: Language;
  onChange: (language: Language) => void;
}

/** The name of each language, in that language. */
export const LanguageField = ({ label, ...props }: LanguageFieldProps) => (
  <Input.Wrapper label={label} required labelElement="div">
    <SegmentedControl
      fullWidth
      aria-label={label}
      data={[
        { value: 'english', label: 'English' },
        { value: 'spanish', label: 'Español' },
      ]}
      {...props}
    />
  </Input.Wrapper>
);
