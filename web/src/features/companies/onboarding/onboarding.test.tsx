import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { language } from '@/i18n';
import { aCompany, lastRequest, mockServer, refusal, renderIn, signedIn } from '@/testing/render';

import { OnboardingScreen } from './OnboardingScreen';

const newUser = () => {
  const profile = signedIn({
    firstName: '',
    lastName: '',
    location: '',
    position: '',
    phoneNumber: null,
    companyId: null,
    accountCreationComplete: false,
    email: 'luis@rios.example',
  });
  return { ...profile, company: null };
};

const show = () => renderIn(() => <OnboardingScreen />, { profile: newUser(), at: '/app/configure' });

const progressNow = () => screen.getByRole('progressbar').getAttribute('aria-valuenow');

async function fillDetails(user: ReturnType<typeof show>['user']) {
  await user.click(screen.getByRole('button', { name: 'Get Started' }));
  await user.type(screen.getByLabelText(/First name/), 'Luis');
  await user.type(screen.getByLabelText(/Last name/), 'Ríos');
  await user.type(screen.getByLabelText(/Address/), 'Commerce City, CO');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
}

async function fillToConfirm(user: ReturnType<typeof show>['user']) {
  await fillDetails(user);
  await user.click(screen.getByRole('radio', { name: 'Subcontractor' }));
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await user.click(screen.getByRole('button', { name: 'Use “Luis Ríos - Commerce City, CO”' }));
  await user.type(screen.getByLabelText(/Your position/), 'Owner');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
}

test('a subcontractor without a company name can sign up with name and address', async () => {
  const fetch = mockServer({
    'POST /api/auth/createNewAccountWithCompany': {
      user: signedIn().user,
      company: { ...aCompany, companyType: 'subcontractor' },
    },
  });
  const { user, router } = show();
  expect(progressNow()).toBe('20');
  expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeInTheDocument();
  await fillToConfirm(user);
  expect(progressNow()).toBe('100');
  expect(screen.getByText('Luis Ríos - Commerce City, CO', { selector: 'dd' })).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  expect(await screen.findByRole('alertdialog', { name: 'Success!' })).toBeInTheDocument();
  expect(lastRequest(fetch)).toMatchObject({
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    firstName: 'Luis',
    account_type: 'subcontractor',
    company_name: 'Luis Ríos - Commerce City, CO',
    plan: 'basic',
  });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
});

test('a step cannot be left before its own fields are valid', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Get Started' }));
  await user.type(screen.getByLabelText(/Phone number/), '555-55');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByLabelText(/First name/)).toHaveFocus();
  expect(screen.getByLabelText(/Phone number/)).toHaveAccessibleDescription(/555-555-5555/);
  expect(progressNow()).toBe('25');
  expect(screen.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
});

test('without an account type there is an error and no next step', async () => {
  const { user } = show();
  await fillDetails(user);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('radiogroup')).toHaveAccessibleDescription();
  expect(screen.getByRole('radio', { name: 'Contractor' })).toHaveFocus();
  expect(progressNow()).toBe('50');
});

test('typed input is still there after a reload', async () => {
  const { user } = show();
  await fillDetails(user);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.type(screen.getByLabelText(/Last name/), ' Vega');
  cleanup();
  show();
  expect(screen.getByLabelText(/Last name/)).toHaveValue('Ríos Vega');
  expect(screen.getByLabelText(/Address/)).toHaveValue('Commerce City, CO');
});

test('the chosen language applies to the page at once, and typed input stays', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Get Started' }));
  await user.type(screen.getByLabelText(/First name/), 'Luis');
  await user.click(screen.getByRole('radio', { name: 'Español' }));
  expect(language()).toBe('spanish');
  expect(document.documentElement).toHaveAttribute('lang', 'es');
  expect(screen.getByLabelText(/^Nombre/)).toHaveValue('Luis');
});

test('a failure shows its own message with the reason, and returns to the first step', async () => {
  const response = refusal(409, 'conflict', 'This account is complete already.');
  mockServer({ 'POST /api/auth/createNewAccountWithCompany': response });
  const { user } = show();
  await fillToConfirm(user);
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  const popup = await screen.findByRole('alertdialog', { name: 'Hmm...' });
  expect(popup).toHaveTextContent(
    "It seems there was an issue creating your account. Please go back and make sure that you've correctly filled out your information.",
  );
  expect(popup).toHaveTextContent('Request failed: This account is complete already.');
  await user.click(screen.getByRole('button', { name: 'OK' }));
  expect(await screen.findByLabelText(/First name/)).toHaveValue('Luis');
});

test('an account whose answer was lost is found instead of asked for again', async () => {
  const created = { user: signedIn().user, company: { ...aCompany, companyType: 'subcontractor' } };
  const fetch = mockServer({ 'GET /api/auth/fetchProfile': created });
  const others = fetch.getMockImplementation();
  fetch.mockImplementation(async (path, init) => {
    if (path === '/api/auth/createNewAccountWithCompany') throw new TypeError('no network');
    return others?.(path, init) as Promise<Response>;
  });
  const { user, router } = show();
  await fillToConfirm(user);
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  await user.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
});

test('an account that has a company is redirected home', async () => {
  const { router } = renderIn(() => <OnboardingScreen />, { profile: signedIn(), at: '/app/configure' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
});

test('the email address of the account is shown and cannot be changed', async () => {
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Get Started' }));
  const email = screen.getByLabelText(/Email/);
  expect(email).toHaveAttribute('readonly');
  await user.type(email, 'someone@else.example');
  expect(email).toHaveValue('luis@rios.example');
});

test('Back leads from the confirmation to the company and the account type, with the entered data', async () => {
  const { user } = show();
  await fillToConfirm(user);
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(progressNow()).toBe('75');
  expect(screen.getByLabelText(/Company name/)).toHaveValue('Luis Ríos - Commerce City, CO');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(progressNow()).toBe('50');
  expect(screen.getByRole('radio', { name: 'Subcontractor' })).toBeChecked();
});

test('while the account is created there is a spinner, and no button to press twice', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const { user } = show();
  await fillToConfirm(user);
  await user.click(screen.getByRole('button', { name: 'Finish' }));
  expect(await screen.findByRole('status')).toHaveTextContent('Creating your account');
  expect(screen.queryByRole('button', { name: /Finish|Back/ })).toBeNull();
});
