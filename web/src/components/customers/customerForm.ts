/** The customer form: the domain's rules, and the short message under each field. */
import type { Customer, CustomerForm, FieldError, Language } from '@bindings';
import { m } from '@/i18n';
import { checkCustomer, sentence } from '@/wasm/rules';

export const noCustomer: CustomerForm = {
  firstName: '',
  lastName: '',
  company: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zip: '',
};

export const formOf = (customer: Customer): CustomerForm => ({
  firstName: customer.firstName,
  lastName: customer.lastName,
  company: customer.company ?? '',
  phone: customer.phone,
  address: customer.address ?? '',
  city: customer.city ?? '',
  state: customer.state ?? '',
  zip: customer.zip ?? '',
});

const missing: Record<string, () => string> = {
  firstName: () => m.customers_enterFirstName(),
  lastName: () => m.customers_enterLastName(),
  phone: () => m.customers_enterPhone(),
};

/** An empty field of a customer with a short message. */
export const shortRefusal = (refusal: FieldError): FieldError => ({
  ...refusal,
  message: (refusal.code === 'required' && missing[refusal.field]?.()) || refusal.message,
});

/** One error lists all required fields; each empty field gets a short message. */
export const refusedFields = (values: CustomerForm, language: Language): FieldError[] =>
  checkCustomer(values, language).map(shortRefusal);

/** The error above the form while a required field is empty, else null. */
export const missingSentence = (refusals: readonly FieldError[], language: Language): string | null =>
  refusals.some(({ code, field }) => code === 'required' && field in missing)
    ? sentence('customerIncomplete', language)
    : null;
