import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { readToken, storeToken } from '@/api/token';
import { readNewUserDraft, storeNewUserDraft } from '@/queries/companies/newUserDraft';
import { aCompany, aUser, lastRequestTo, mockServer, refusal, renderIn } from '@/testing/render';

import { InviteRedirectScreen } from './InviteRedirectScreen';
import { InviteScreen } from './InviteScreen';

const invitation = { companyName: 'Halvorsen Roofing', companyId: aCompany.id, email: 'ana@example.com' };
const found = { 'GET /api/company/invite/i1': invitation };
const settings = {
  invitationId: 'i1',
  companyId: aCompany.id,
  email: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Cumbre',
  phoneNumber: '',
  location: 'Denver, CO',
  position: 'Estimator',
  language: 'english',
} as const;

describe('an invitation', () => {
  const open = (at = '/invite/i1') => renderIn(() => <InviteScreen />, { at, path: '/invite/:invitationId' });
  const fill = async (user: ReturnType<typeof open>['user']) => {
    await user.type(await screen.findByRole('textbox', { name: 'First name' }), 'Ana');
    await user.type(screen.getByRole('textbox', { name: 'Last name' }), 'Cumbre');
    await user.type(screen.getByRole('textbox', { name: 'Position' }), 'Estimator');
    await user.type(screen.getByRole('textbox', { name: 'Location' }), 'Denver, CO');
  };
  const signUp = () => screen.getByRole('button', { name: 'sign up' });

  it('stores the entered data and leads to the sign-up page, which redirects back', async () => {
    mockServer(found);
    const { user, router } = open();
    await fill(user);
    expect(screen.getByRole('heading', { name: 'Halvorsen Roofing invited you' })).toBeVisible();
    expect(screen.getByText(/^Welcome/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: /Phone/ })).toHaveAttribute('placeholder', '000-000-0000');
    await user.click(signUp());
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-up'));
    expect(new URLSearchParams(router.state.location.search).get('return_to')).toBe('/inviteredirect');
    expect(readNewUserDraft()).toEqual(settings);
  });

  it('from a mail keeps the secret in its link, so that the address needs no second confirmation', async () => {
    mockServer(found);
    const { user } = open('/invite/i1#secret=0123abcd');
    await fill(user);
    await user.click(signUp());
    await waitFor(() => expect(readNewUserDraft()).toEqual({ ...settings, secret: '0123abcd' }));
  });

  it('keeps the secret of the mail when the user returns without it', async () => {
    mockServer(found);
    storeNewUserDraft({ ...settings, secret: '0123abcd' });
    const { user, router } = open();
    await screen.findByRole('textbox', { name: 'First name' });
    await user.click(signUp());
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-up'));
    expect(readNewUserDraft()).toEqual({ ...settings, secret: '0123abcd' });
  });

  it('keeps the entered data when the user returns from the sign-up page', async () => {
    mockServer(found);
    storeNewUserDraft(settings);
    open();
    expect(await screen.findByRole('textbox', { name: 'First name' })).toHaveValue('Ana');
  });

  it('switches to Spanish at once when chosen, and shows which fields are missing', async () => {
    mockServer(found);
    const { user, router } = open();
    await user.click(await screen.findByRole('radio', { name: 'Español' }));
    expect(screen.getByRole('heading', { name: 'Halvorsen Roofing le invitó' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'registrarse' }));
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Nombre' })).toBeInvalid();
    expect(router.state.location.pathname).toBe('/invite/i1');
    expect(readNewUserDraft()).toBeNull();
  });

  it('that is used or expired says so before it redirects home', async () => {
    mockServer({});
    const { user, router } = open();
    const popup = await screen.findByRole('alertdialog');
    expect(popup).toHaveTextContent(
      'There was an issue loading this invite...out of date or already used...',
    );
    await user.click(within(popup).getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('is deleted only after a confirmation', async () => {
    mockServer({ ...found, 'DELETE /api/company/invitation/i1': { id: 'i1' } });
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'delete this invitation' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    expect(await screen.findByText("Sweet! We've deleted this invitation.")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('that could not be deleted shows an error and stays', async () => {
    mockServer({ ...found, 'DELETE /api/company/invitation/i1': refusal(500, 'internal', 'inside') });
    const { user, router } = open();
    await user.click(await screen.findByRole('button', { name: 'delete this invitation' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
    expect(
      await screen.findByText('It seems there was an issue while attempting to remove this invitation.'),
    ).toBeVisible();
    expect(router.state.location.pathname).toBe('/invite/i1');
  });

  it('cannot be accepted while another user is still signed in', async () => {
    mockServer({ ...found, 'POST /api/auth/logout': new Response(null, { status: 204 }) });
    storeToken('still-here');
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'you must sign out of your previous session before creating a new account.',
    );
    expect(screen.queryByRole('textbox', { name: 'First name' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await screen.findByRole('textbox', { name: 'First name' })).toBeVisible();
    expect(readToken()).toBeNull();
  });
});

describe('the return from the sign-up page', () => {
  const submit = '/api/company/invitation/submit';
  const arrive = () => {
    storeNewUserDraft(settings);
    storeToken('fresh');
    return renderIn(() => <InviteRedirectScreen />, { at: '/inviteredirect' });
  };
  const ok = (user: ReturnType<typeof arrive>['user']) =>
    user.click(screen.getByRole('button', { name: 'OK' }));

  it('joins the company with the entered data, and deletes the draft', async () => {
    const fetch = mockServer({ [`POST ${submit}`]: { user: aUser, company: aCompany } });
    const { router } = arrive();
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
    expect(lastRequestTo(fetch, submit)).toEqual(settings);
    expect(readNewUserDraft()).toBeNull();
    expect(readToken()).toBe('fresh');
  });

  it('sends the secret of the mail, which proves the address', async () => {
    const fetch = mockServer({ [`POST ${submit}`]: { user: aUser, company: aCompany } });
    storeNewUserDraft({ ...settings, secret: '0123abcd' });
    storeToken('fresh');
    const { router } = renderIn(() => <InviteRedirectScreen />, { at: '/inviteredirect' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
    expect(lastRequestTo(fetch, submit)).toEqual({ ...settings, secret: '0123abcd' });
    expect(readNewUserDraft()).toBeNull();
  });

  it('with a different address than the invited one shows an error and signs out', async () => {
    const message = 'You must sign up using the same email with which you received the invitation.';
    mockServer({
      ...found,
      [`POST ${submit}`]: refusal(400, 'invitation', message),
      [`GET /api/company/invite/${settings.invitationId}`]: {},
      'POST /api/auth/logout': new Response(null, { status: 204 }),
    });
    const { user, router } = arrive();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(message);
    expect(readToken()).toBe('fresh');
    await ok(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(readToken()).toBeNull();
  });

  it('with a login that already has an account shows an error and signs out', async () => {
    const message = 'There is already an account with those login credentials.';
    mockServer({
      ...found,
      [`POST ${submit}`]: refusal(400, 'invitation', message),
      [`GET /api/company/invite/${settings.invitationId}`]: {},
      'POST /api/auth/logout': new Response(null, { status: 204 }),
    });
    const { user, router } = arrive();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(message);
    await ok(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(readToken()).toBeNull();
  });

  it('with a used invitation shows an error and keeps the user signed in', async () => {
    const message = 'There was an issue loading this invite...out of date or already used...';
    mockServer({
      [`POST ${submit}`]: refusal(400, 'invitation', message),
      [`GET /api/company/invite/${settings.invitationId}`]: refusal(404, 'not_found', 'Not found.'),
    });
    const { user, router } = arrive();
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(message);
    await ok(user);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(readToken()).toBe('fresh');
    expect(readNewUserDraft()).toBeNull();
  });

  it('while the server is down loses no data: the page can be reloaded', async () => {
    mockServer({ [`POST ${submit}`]: refusal(500, 'internal', 'We could not do that.') });
    const { user, router } = arrive();
    await screen.findByRole('alertdialog');
    await ok(user);
    expect(
      screen.getByRole('button', { name: 'Not loading? Click here to manually reload this page.' }),
    ).toBeVisible();
    expect(router.state.location.pathname).toBe('/inviteredirect');
    expect(readNewUserDraft()).toEqual(settings);
  });

  it('without a stored draft redirects home', async () => {
    mockServer({});
    const { router } = renderIn(() => <InviteRedirectScreen />, { at: '/inviteredirect' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  it('without an account redirects to the sign-up and keeps the entered data', async () => {
    mockServer({});
    storeNewUserDraft(settings);
    const { router } = renderIn(() => <InviteRedirectScreen />, { at: '/inviteredirect' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/sign-up'));
    expect(readNewUserDraft()).toEqual(settings);
  });
});
