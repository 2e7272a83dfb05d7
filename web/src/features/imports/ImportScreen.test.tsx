import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setLanguage } from '@/i18n';
import { jobId } from '@/testing/aJob';
import { stubLayout } from '@/testing/layout';
import { renderIn, signedIn } from '@/testing/render';

import { ImportScreen } from './ImportScreen';

const open = (profile = signedIn()) =>
  renderIn(() => <ImportScreen kind="jobs" />, { profile, at: '/app/jobs/import' });

const csv = (text: string, name = 'jobs.csv') => new File([text], name, { type: 'text/csv' });

const picker = () => document.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;

/** Answers uploads at once; returns the forms that were sent. */
function mockUpload(status: number, body: unknown) {
  const sent: FormData[] = [];
  class Request {
    upload = {};
    status = status;
    response = body;
    onload: () => void = () => undefined;
    open() {}
    setRequestHeader() {}
    send(form: FormData) {
      sent.push(form);
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return sent;
}

const heading = 'Project,Place,State,Start,End';
const rows = [
  'Whitaker,Littleton,CO,06/09/2026,06/12/2026',
  ',Denver,CO,,',
  'Sandoval,Lakewood,CO,31/02/2026,03/03/2026',
  'Whitaker,Littleton,CO,06/09/2026,06/12/2026',
];
const season = csv([heading, ...rows].join('\n'));

async function matchCity(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('combobox', { name: /^City/ }));
  await user.click(await screen.findByRole('option', { name: 'Place' }));
}

beforeEach(stubLayout);
afterEach(() => vi.restoreAllMocks());

describe('the import of jobs', () => {
  it('requires a column that the headings do not have, and checks the rows once the user maps it', async () => {
    const { user } = open();
    await user.upload(picker(), season);
    expect((await screen.findAllByText(/^No column gives the city/))[0]).toBeVisible();
    await matchCity(user);
    expect(await screen.findByRole('tab', { name: 'Good 1' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Refused 2' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Twice in the file 1' })).toBeVisible();
  });

  it('shows at a refused row what is wrong with it', async () => {
    const { user } = open();
    await user.upload(picker(), season);
    await matchCity(user);
    await user.click(await screen.findByRole('tab', { name: 'Refused 2' }));
    const row = (await screen.findByText('Sandoval')).closest('tr') as HTMLElement;
    expect(within(row).getByText(/"31\/02\/2026" is not a date that exists/)).toBeVisible();
    expect(screen.queryByText('Whitaker')).toBeNull();
  });

  it('sends the file with the mapped columns, and shows the result', async () => {
    const answer = {
      created: 1,
      alreadyThere: 1,
      refused: 2,
      rows: [{ row: 2, outcome: 'created', id: jobId(1) }],
    };
    const sent = mockUpload(200, answer);
    const { user } = open();
    await user.upload(picker(), season);
    await matchCity(user);
    await user.click((await screen.findAllByRole('button', { name: 'Import 1 job' }))[0] as HTMLElement);
    expect(
      await screen.findByText('1 job imported, 1 already there, 2 refused.', { exact: false }),
    ).toBeVisible();
    expect(JSON.parse(sent[0]?.get('mapping') as string)).toMatchObject({ title: 'Project', city: 'Place' });
    expect(screen.getByRole('button', { name: 'Download refused rows' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View jobs' })).toHaveAttribute('href', '/app/jobs');
  });

  it('keeps the mapped columns when the server refuses the file, and shows why', async () => {
    const message = 'The file has no column "Place".';
    mockUpload(422, {
      error: { code: 'validation', message: 'no', fields: [{ field: 'city', code: 'choice', message }] },
    });
    const { user } = open();
    await user.upload(picker(), season);
    await matchCity(user);
    await user.click((await screen.findAllByRole('button', { name: 'Import 1 job' }))[0] as HTMLElement);
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('combobox', { name: /^City/ })).toHaveValue('Place');
  });

  it('explains a file in the wrong encoding in Spanish', async () => {
    setLanguage('spanish');
    const { user } = open(signedIn({ language: 'spanish' }));
    const latin = new File([new Uint8Array([116, 10, 0x50, 0x65, 0xf1, 0x61])], 'latin.csv');
    await user.upload(picker(), latin);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('No se puede importar latin.csv');
    expect(alert).toHaveTextContent('La línea 2 no es UTF-8');
  });

  it('drops the refused file once another one is chosen', async () => {
    const { user } = open();
    await user.upload(picker(), csv(''));
    expect(await screen.findByRole('alert')).toHaveTextContent('This file is empty');
    await user.upload(picker(), csv('title,city,state\nWhitaker,Littleton,CO', 'good.csv'));
    expect((await screen.findAllByRole('button', { name: 'Import 1 job' }))[0]).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('does not import a file without a good row', async () => {
    const sent = mockUpload(200, {});
    const { user } = open();
    await user.upload(picker(), csv('title,city,state\n,Littleton,CO'));
    const button = (await screen.findAllByRole('button', { name: 'Import 0 jobs' }))[0] as HTMLElement;
    expect(button).toHaveAccessibleDescription('No rows can be imported.');
    await user.click(button);
    await waitFor(() => expect(sent).toHaveLength(0));
  });

  it('shows a member why jobs cannot be imported, and accepts no file', () => {
    open(signedIn({ userType: 'member' }));
    expect(screen.getByRole('alert')).toHaveTextContent('Only admin accounts may create jobs');
    expect(picker()).toBeNull();
  });
});

describe('the import of customers', () => {
  const openCustomers = (profile = signedIn()) =>
    renderIn(() => <ImportScreen kind="customers" />, { profile, at: '/app/jobs/customers/import' });
  const book = csv(
    ['Nombre,Apellido,Teléfono,Ciudad', 'Inés,Peña,720 555 0110,Arvada', 'Erik,Lund,720-555-01,'].join('\n'),
    'clientes.csv',
  );

  it('reads Spanish headings, shows what is wrong with a row, and imports the good ones as customers', async () => {
    const sent = mockUpload(200, { created: 1, alreadyThere: 0, refused: 1, rows: [] });
    const { user } = openCustomers();
    await user.upload(picker(), book);
    expect(await screen.findByRole('tab', { name: 'Good 1' })).toBeVisible();
    const wrong = screen.getByText(/^Incorrect phone number formatting/).closest('li') as HTMLElement;
    expect(wrong).toHaveTextContent('Phone:');
    await user.click(screen.getAllByRole('button', { name: 'Import 1 customer' })[0] as HTMLElement);
    expect(await screen.findByText(/1 customer imported, 0 already there, 1 refused/)).toBeVisible();
    expect(JSON.parse(sent[0]?.get('mapping') as string)).toMatchObject({
      firstName: 'Nombre',
      phone: 'Teléfono',
    });
    expect(screen.getByRole('link', { name: 'View customers' })).toHaveAttribute(
      'href',
      '/app/jobs/customers',
    );
  });

  it('is disabled for members, who see why', async () => {
    openCustomers(signedIn({ userType: 'member' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Only admin accounts can create new customers',
    );
  });
});

describe('the import of a price list', () => {
  const openProducts = (profile = signedIn()) =>
    renderIn(() => <ImportScreen kind="products" />, { profile, at: '/app/jobs/products/import' });
  const prices = csv(
    ['Category,Name,Unit cost', 'Shingles,Charcoal (bundle),41.25', 'Shingles,Starter strip,cheap'].join(
      '\n',
    ),
    'prices.csv',
  );

  it('shows an invalid cost before anything is sent, and which products have a new cost', async () => {
    const sent = mockUpload(200, { created: 0, changed: 1, alreadyThere: 0, refused: 1, rows: [] });
    const { user } = openProducts();
    await user.upload(picker(), prices);
    expect(await screen.findByRole('tab', { name: 'Good 1' })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Refused 1' })).toBeVisible();
    await user.click(screen.getAllByRole('button', { name: 'Import 1 product' })[0] as HTMLElement);
    expect(
      await screen.findByText(/0 products imported, 1 with a new cost, 0 already there, 1 refused/),
    ).toBeVisible();
    expect(screen.getByText('Sweet!')).toBeVisible();
    expect(screen.getByText('new cost').nextSibling).toHaveTextContent('1');
    expect(JSON.parse(sent[0]?.get('mapping') as string)).toMatchObject({ unitCost: 'Unit cost' });
    expect(screen.getByRole('link', { name: 'View the price list' })).toHaveAttribute(
      'href',
      '/app/jobs/products',
    );
  });

  it('is disabled for members, who see why', async () => {
    openProducts(signedIn({ userType: 'member' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Only admin accounts can perform this action');
    expect(picker()).toBeNull();
  });
});
