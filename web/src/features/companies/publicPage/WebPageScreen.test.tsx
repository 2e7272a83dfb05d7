import type { PublicCompany } from '@bindings';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockServer, refusal, renderIn } from '@/testing/render';

import { WebPageScreen } from './WebPageScreen';

const company: PublicCompany = {
  slug: 'summit-roofing',
  name: 'Summit Roofing & Exteriors',
  location: 'Nashville, TN',
  description: 'Roofs since 1998.',
  companyType: 'contractor',
  logoUrl: null,
  qualifications: ['Certified shingle installer'],
  files: [{ fileName: 'insurance.pdf', fileUrl: '/files/company-files/a' }],
};
const call = 'GET /api/public/company/summit-roofing';
const open = () => renderIn(() => <WebPageScreen />, { at: '/c/summit-roofing', path: '/c/:slug' });

test('a homeowner without an account can read what the company shows', async () => {
  mockServer({ [call]: { company } });
  open();
  expect(await screen.findByRole('heading', { name: company.name, level: 1 })).toBeVisible();
  expect(screen.getByText('Roofs since 1998.')).toBeVisible();
  expect(screen.getByText('Certified shingle installer')).toBeVisible();
  expect(screen.getByRole('link', { name: 'insurance.pdf' })).toHaveAttribute(
    'href',
    '/files/company-files/a',
  );
  expect(document.title).toContain(company.name);
});

test('a hidden page shows that it was not found, without a retry', async () => {
  mockServer({ [call]: refusal(404, 'not_found', 'Not found.') });
  open();
  expect(await screen.findByText('Page not found')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a page that could not be loaded can be loaded again', async () => {
  const responses: Record<string, unknown> = { [call]: refusal(500, 'internal', 'Something went wrong.') };
  mockServer(responses);
  const { user } = open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  responses[call] = { company };
  await user.click(again);
  expect(await screen.findByRole('heading', { name: company.name })).toBeVisible();
});
