import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { setLanguage } from '@/i18n';
import { lastRequestTo, mockServer, refusal, renderIn, signedIn } from '@/testing/render';
import { aFile, slowForms } from '@/testing/slowForms';
import { dayOf } from '@/ui/dates/dates';
import { checkUpload } from '@/wasm/rules';
import { FilesCard } from './FilesCard';
import { aCompanyFile } from './testing';

const inDays = (days: number) => dayOf(new Date(Date.now() + days * 86_400_000));
const w9 = aCompanyFile(1, { fileName: 'W-9.pdf' });
const insurance = aCompanyFile(2, {
  fileName: 'Insurance.pdf',
  isPublic: true,
  kind: 'insurance',
  expiresOn: inDays(10),
});
const list = { 'GET /api/company/myFiles': { files: [w9, insurance] } };
const at = (id: string) => `/api/company/myFiles/${id}`;

const show = (profile = signedIn()) => renderIn(() => <FilesCard />, { profile });

describe('the files of the company', () => {
  it('warn of an insurance that expires, as text and not only by color', async () => {
    const old = aCompanyFile(3, { fileName: 'License.pdf', kind: 'licence', expiresOn: inDays(-1) });
    mockServer({ 'GET /api/company/myFiles': { files: [w9, insurance, old] } });
    show();
    const [plain, soon, over] = await screen.findAllByRole('listitem');
    expect(soon).toHaveTextContent(/Insurance.*expires \w+ \d/);
    expect(over).toHaveTextContent(/License.*expired \w+ \d/);
    expect(plain).not.toHaveTextContent(/expire/);
  });

  it('can be read by a foreman, without any controls', async () => {
    mockServer(list);
    setLanguage('spanish');
    show(signedIn({ userType: 'foreman', language: 'spanish' }));
    expect(await screen.findByRole('link', { name: 'W-9.pdf' })).toHaveAttribute('href', w9.fileUrl);
    expect(screen.getByText('Privado')).toBeVisible();
    const card = within(screen.getByRole('region', { name: /Archivos de la empresa/ }));
    expect(card.queryByRole('button')).toBeNull();
    expect(card.queryByRole('switch')).toBeNull();
  });

  it('show an error when they cannot be fetched, instead of an empty list', async () => {
    mockServer({ 'GET /api/company/myFiles': refusal(500, 'internal', 'inside') });
    show();
    const message = 'There was an issue fetching some of your company details.';
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.queryByText(/No files yet/)).toBeNull();
  });
});

describe('the visibility of a file', () => {
  const visibilitySwitch = () => screen.findByRole('switch', { name: 'Public: W-9.pdf' });

  it('changes at once and stays changed', async () => {
    const out = { ...w9, isPublic: true };
    const responses = { ...list, [`PUT ${at(w9.id)}`]: { companyFile: out } };
    const fetch = mockServer(responses);
    const { user } = show();
    await visibilitySwitch();
    responses['GET /api/company/myFiles'] = { files: [out, insurance] };
    await user.click(await visibilitySwitch());
    expect(await visibilitySwitch()).toBeChecked();
    await waitFor(() => expect(lastRequestTo(fetch, at(w9.id))).toEqual({ isPublic: true }));
  });

  it('is reverted when the request fails, so that a private file does not look public', async () => {
    mockServer({ ...list, [`PUT ${at(w9.id)}`]: refusal(500, 'internal', 'inside') });
    const { user } = show();
    await user.click(await visibilitySwitch());
    const popup = await screen.findByRole('alertdialog');
    expect(popup).toHaveTextContent('Error while changing your file status.');
    await user.click(within(popup).getByRole('button', { name: 'OK' }));
    expect(await visibilitySwitch()).not.toBeChecked();
  });
});

describe('deleting a file', () => {
  const press = async (user: ReturnType<typeof show>['user']) => {
    await user.click(await screen.findByRole('button', { name: 'Delete W-9.pdf' }));
    await user.click(await screen.findByRole('button', { name: 'Yes, remove it!' }));
  };

  it('asks first, naming the file', async () => {
    const fetch = mockServer(list);
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Delete W-9.pdf' }));
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('W-9.pdf will be deleted.');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(fetch.mock.calls.some(([, init]) => init?.method === 'DELETE')).toBe(false);
  });

  it('restores it at its position when the request fails', async () => {
    mockServer({ ...list, [`DELETE ${at(w9.id)}`]: refusal(500, 'internal', 'inside') });
    const { user } = show();
    await press(user);
    expect(await screen.findByText('Error while deleting your file.')).toBeVisible();
    const rows = screen.getAllByRole('listitem', { hidden: true });
    expect(rows[0]).toHaveTextContent('W-9.pdf');
  });
});

describe('the type of a file', () => {
  it('is saved with its expiry date', async () => {
    const stored = aCompanyFile(1, { fileName: 'W-9.pdf', kind: 'insurance', expiresOn: '2031-06-09' });
    const responses = { ...list, [`PUT ${at(w9.id)}`]: { companyFile: stored } };
    const fetch = mockServer(responses);
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: 'Details of W-9.pdf' }));
    await user.click(await screen.findByRole('combobox', { name: 'Document type' }));
    await user.click(await screen.findByRole('option', { name: 'Insurance' }));
    await user.type(screen.getByLabelText('Expires on'), '06/09/2031');
    await user.keyboard('{Tab}');
    responses['GET /api/company/myFiles'] = { files: [stored, insurance] };
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(lastRequestTo(fetch, at(w9.id))).toEqual({ kind: 'insurance', expiresOn: '2031-06-09' }),
    );
    expect(await screen.findByText('valid until Jun 9th 2031')).toBeVisible();
  });
});

describe('uploading a file', () => {
  const picker = () => screen.getByLabelText('choose a file', { selector: 'input' });
  const choose = (file: File) => fireEvent.change(picker(), { target: { files: [file] } });
  const open = async () => {
    mockServer(list);
    const uploads = slowForms();
    const shown = show();
    await shown.user.click(screen.getByRole('button', { name: 'Upload a file' }));
    const panel = within(await screen.findByRole('dialog'));
    const go = () => shown.user.click(panel.getByRole('button', { name: 'Upload' }));
    return { ...shown, uploads, panel, go };
  };

  it('offers every file type in the picker that the rules accept', async () => {
    await open();
    const offered = (picker().getAttribute('accept') ?? '').split(',');
    // The file types of contract and specification by extension; text and CSV are included.
    for (const extension of [
      '.pdf',
      '.txt',
      '.csv',
      '.doc',
      '.docx',
      '.xls',
      '.xlsx',
      '.ppt',
      '.pptx',
      '.odt',
      '.ods',
      '.odp',
    ])
      expect(offered).toContain(extension);
    for (const mime of offered.filter((each) => !each.startsWith('.')))
      expect(checkUpload({ kind: 'companyFile', mime, bytes: 9 }, 'english'), mime).toEqual([]);
    expect(offered).toEqual(expect.arrayContaining(['image/png', 'image/webp', 'text/plain', 'text/csv']));
  });

  it('requires a file, and refuses one that is too large before it is sent', async () => {
    const { uploads, panel, go } = await open();
    await go();
    expect(panel.getByText('You must choose a file first.')).toBeVisible();
    choose(aFile('roof.pdf', 'application/pdf', 50 * 1_048_576 + 1));
    expect(await panel.findByText('File size too large. Max file size 50MB.')).toBeVisible();
    await go();
    expect(uploads).toHaveLength(0);
  });

  it('uses the chosen name and visibility, and shows its progress', async () => {
    const { uploads, panel, user, go } = await open();
    choose(aFile('scan 0012.pdf', 'application/pdf'));
    const name = await panel.findByLabelText('File name');
    await waitFor(() => expect(name).toHaveValue('scan 0012.pdf'));
    await user.clear(name);
    await user.type(name, 'COI 50% & more.pdf');
    await user.click(panel.getByRole('radio', { name: 'Public' }));
    await go();
    await waitFor(() => expect(uploads).toHaveLength(1));
    expect(uploads[0]?.path).toBe('/api/company/uploadFile/COI%2050%25%20%26%20more.pdf/true');
    uploads[0]?.progress(0.42);
    expect(screen.getByText('Uploading 42%')).toBeVisible();
    uploads[0]?.answer(200, { companyFile: aCompanyFile(9, { fileName: 'COI 50% & more.pdf' }) });
    expect(await screen.findByRole('alertdialog')).toHaveTextContent(
      'Successfully uploaded COI 50% & more.pdf',
    );
  });

  it('keeps the entered data when it fails', async () => {
    const { uploads, panel, go } = await open();
    choose(aFile('w9.pdf', 'application/pdf'));
    await waitFor(() => expect(panel.getByLabelText('File name')).toHaveValue('w9.pdf'));
    await go();
    await waitFor(() => expect(uploads).toHaveLength(1));
    uploads[0]?.answer(500, { error: { code: 'internal', message: 'inside' } });
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('Error while uploading your file.');
    expect(screen.getByLabelText('File name')).toHaveValue('w9.pdf');
  });

  it('stops when the panel is closed, without a message', async () => {
    const { uploads, user, go } = await open();
    choose(aFile('w9.pdf', 'application/pdf'));
    await waitFor(() => expect(screen.getByLabelText('File name')).toHaveValue('w9.pdf'));
    await go();
    await waitFor(() => expect(uploads).toHaveLength(1));
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(uploads[0]?.stopped).toBe(true));
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
