import type { Company } from '@bindings';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aCompany, lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { aFile, slowForms } from '@/testing/slowForms';

import { CompanySettingsOverlay } from './CompanySettingsOverlay';

const company: Company = { ...aCompany, publicPage: { visible: false, slug: null } };
const find = {
  [`GET /api/company/find/${company.id}`]: { company },
  'GET /api/company/vendorReminders': { vendorReminders: { enabled: true } },
};
const update = `/api/company/update/${company.id}`;

const open = (profile = signedIn({}, company)) =>
  renderIn(() => <CompanySettingsOverlay />, { profile, at: '/app/company/settings' });

describe('the details of the company', () => {
  it('are saved, and show at once', async () => {
    const now = { ...company, name: 'Halvorsen & Daughters' };
    const fetch = mockServer({ ...find, [`PUT ${update}`]: { company: now } });
    const { user } = open();
    const name = screen.getByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, now.name);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText("We've updated your company.")).toBeVisible();
    expect(lastRequestTo(fetch, update)).toEqual({
      name: now.name,
      location: company.location,
      description: company.description,
    });
  });

  it('are not sent while the description is too long, and the error shows the limit', async () => {
    const fetch = mockServer(find);
    const { user } = open();
    const description = screen.getByRole('textbox', { name: 'Description' });
    fireEvent.change(description, { target: { value: 'x'.repeat(501) } });
    expect(screen.getByText('501 / 500')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(description).toHaveAccessibleDescription(/Maximum description length is 500 characters\./);
    expect(lastRequestTo(fetch, update)).toBeNull();
  });

  it('stay in the form when the server fails', async () => {
    mockServer({ ...find, [`PUT ${update}`]: refusal(500, 'internal', 'inside') });
    const { user } = open();
    await user.type(screen.getByRole('textbox', { name: 'Description' }), ' And gutters.');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const popup = await screen.findByRole('alertdialog');
    expect(popup).toHaveTextContent('There was an issue while updating your description.');
    expect(screen.getByRole('textbox', { name: 'Description', hidden: true })).toHaveValue(
      `${company.description} And gutters.`,
    );
  });
});

describe('closing the settings', () => {
  it('takes two clicks on the backdrop, so that an accidental click loses nothing', async () => {
    mockServer(find);
    const { user, router } = open();
    const backdrop = document.querySelector('.mantine-Modal-overlay') ?? document.body;
    await user.click(backdrop);
    expect(router.state.location.pathname).toBe('/app/company/settings');
    await user.dblClick(backdrop);
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
  });

  it('asks before typed input is lost', async () => {
    mockServer(find);
    const { user, router } = open();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '!');
    await user.keyboard('{Escape}');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Discard your changes?');
    expect(router.state.location.pathname).toBe('/app/company/settings');
  });

  it('happens at once for a user who is not an admin', async () => {
    mockServer(find);
    const { router } = open(signedIn({ userType: 'foreman' }, company));
    await waitFor(() => expect(router.state.location.pathname).toBe('/app/company'));
  });
});

describe('the logo', () => {
  const picker = () => document.querySelector('input[type="file"]') as HTMLInputElement;
  const choose = (file: File) => fireEvent.change(picker(), { target: { files: [file] } });
  const draw = vi.fn();

  beforeEach(() => {
    draw.mockReset();
    vi.stubGlobal('createImageBitmap', async () => ({ width: 900, height: 600 }));
    const paper = { clearRect: () => undefined, drawImage: draw } as unknown as CanvasRenderingContext2D;
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(paper as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function toBlob(done, type) {
      done(new Blob(['square'], { type: type ?? '' }));
    });
  });

  it('requires an image before anything is uploaded', async () => {
    mockServer(find);
    const uploads = slowForms();
    const { user } = open();
    await user.click(screen.getByRole('button', { name: 'Upload logo' }));
    expect(screen.getByText('please choose an image.')).toBeVisible();
    choose(aFile('plan.pdf', 'application/pdf'));
    expect(await screen.findByText('please choose an image.')).toBeVisible();
    choose(aFile('huge.png', 'image/png', 5 * 1_048_576 + 1));
    expect(await screen.findByText('File size too large. Max file size 5MB.')).toBeVisible();
    expect(uploads).toHaveLength(0);
  });

  it('is the square that was set by keyboard, and shows once it is stored', async () => {
    mockServer(find);
    const uploads = slowForms();
    const { user, queries } = open();
    choose(aFile('roof.png', 'image/png'));
    const frame = await screen.findByRole('button', { name: 'Position of the image' });
    frame.focus();
    await user.keyboard('{ArrowLeft}');
    expect(draw.mock.lastCall?.slice(1, 5).map(Math.round)).toEqual([174, 0, 600, 600]);
    screen.getByRole('slider', { name: 'Zoom' }).focus();
    await user.keyboard('{End}');
    expect(draw.mock.lastCall?.slice(3, 5)).toEqual([150, 150]);
    await user.click(screen.getByRole('button', { name: 'Upload logo' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.path).toBe('/api/company/uploadImage');
    uploads[0]?.answer(200, { url: '/files/logos/new.png' });
    expect(await screen.findByText('Your logo was updated.')).toBeVisible();
    expect(queries.getQueryData<Company>(['company', company.id])?.logoUrl).toBe('/files/logos/new.png');
  });

  it('shows an error when it could not be stored, and the square stays set', async () => {
    mockServer(find);
    const uploads = slowForms();
    const { user } = open();
    choose(aFile('roof.jpg', 'image/jpeg'));
    await screen.findByRole('button', { name: 'Position of the image' });
    await user.click(screen.getByRole('button', { name: 'Upload logo' }));
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(500, { error: { code: 'internal', message: 'inside' } });
    const popup = await screen.findByRole('alertdialog');
    expect(popup).toHaveTextContent('There was an error while updating your logo.');
    expect(screen.getByRole('button', { name: 'Position of the image', hidden: true })).toBeInTheDocument();
  });

  it('shows an error for a damaged picture', async () => {
    mockServer(find);
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('no', 'InvalidStateError')));
    open();
    choose(aFile('broken.png', 'image/png'));
    expect(await screen.findByText(/This image is empty or damaged\./)).toBeVisible();
  });
});

describe('the public web page', () => {
  it('is visible to everyone once it has an address, and shows its link', async () => {
    const page = { visible: true, slug: 'halvorsen-roofing' };
    const fetch = mockServer({
      ...find,
      'PUT /api/company/publicPage': { company: { ...company, publicPage: page } },
    });
    const { user } = open();
    await user.click(screen.getByRole('switch', { name: 'Visible to everyone' }));
    await user.click(screen.getByRole('button', { name: 'Save page' }));
    const address = screen.getByRole('textbox', { name: 'Page address' });
    expect(address).toBeInvalid();
    expect(lastRequestTo(fetch, '/api/company/publicPage')).toBeNull();
    await user.type(address, page.slug);
    await user.click(screen.getByRole('button', { name: 'Save page' }));
    expect(await screen.findByRole('link', { name: 'Open your page' })).toHaveAttribute(
      'href',
      `${window.location.origin}/c/halvorsen-roofing`,
    );
    expect(lastRequestTo(fetch, '/api/company/publicPage')).toEqual(page);
  });

  it('shows an error at the address if another company already uses it', async () => {
    const fields = [{ field: 'slug', code: 'taken', message: 'This address is taken.' }];
    mockServer({ ...find, 'PUT /api/company/publicPage': refusal(409, 'conflict', 'taken', fields) });
    const { user } = open();
    await user.click(screen.getByRole('switch', { name: 'Visible to everyone' }));
    const address = screen.getByRole('textbox', { name: 'Page address' });
    await user.type(address, 'halvorsen');
    await user.click(screen.getByRole('button', { name: 'Save page' }));
    expect(await screen.findByText('This address is taken.')).toBeVisible();
    expect(address).toHaveFocus();
  });
});

describe('the reminders to vendors', () => {
  const path = '/api/company/vendorReminders';

  it('are turned off with one press, and stay on when that could not be saved', async () => {
    const answers: Record<string, unknown> = {
      ...find,
      [`PUT ${path}`]: { vendorReminders: { enabled: false } },
    };
    const fetch = mockServer(answers);
    const { user } = open();
    const reminders = await screen.findByRole('switch', { name: 'Remind vendors by email' });
    expect(reminders).toBeChecked();
    answers[`GET ${path}`] = { vendorReminders: { enabled: false } };
    await user.click(reminders);
    expect(await screen.findByText('Vendors get no more reminders.')).toBeVisible();
    expect(reminders).not.toBeChecked();
    expect(fetch).toHaveBeenCalledWith(
      path,
      expect.objectContaining({ method: 'PUT', body: JSON.stringify({ enabled: false }) }),
    );
    answers[`PUT ${path}`] = refusal(500, 'internal', 'inside');
    await user.click(reminders);
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    expect(reminders).not.toBeChecked();
  });

  it('are not offered to subcontractors, who order nothing', async () => {
    const sub: Company = { ...company, companyType: 'subcontractor' };
    const fetch = mockServer(find);
    open(signedIn({}, sub));
    expect(await screen.findByRole('textbox', { name: 'Name' })).toBeVisible();
    expect(screen.queryByText('Reminders to vendors')).toBeNull();
    expect(lastRequestTo(fetch, path)).toBeNull();
  });
});
