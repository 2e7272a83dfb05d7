import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setLanguage } from '@/i18n';
import { renderIn } from '@/testing/render';

import { dayOf } from '@/ui/dates/dates';
import { ExpiryWarnings } from './ExpiryWarnings';

const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000));

test('an expired insurance shows a warning before the crew is assigned', () => {
  renderIn(() => (
    <ExpiryWarnings company="Ríos Brothers" documents={[{ kind: 'insurance', expiresOn: '2026-01-05' }]} />
  ));
  expect(screen.getByRole('status')).toHaveTextContent(
    'The insurance of Ríos Brothers expired Jan 5th 2026.',
  );
});

test('a license that expires within a month shows a warning, in Spanish too', () => {
  setLanguage('spanish');
  renderIn(() => (
    <ExpiryWarnings company="Ríos Brothers" documents={[{ kind: 'licence', expiresOn: inDays(5) }]} />
  ));
  expect(screen.getByText(/La licencia de Ríos Brothers vence el \d/)).toBeVisible();
});

test('valid documents show no warning', () => {
  renderIn(() => (
    <ExpiryWarnings company="Ríos Brothers" documents={[{ kind: 'insurance', expiresOn: inDays(90) }]} />
  ));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
