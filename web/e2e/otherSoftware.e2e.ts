/** A program that gets a key and calls with it, and one that is told of changes by a webhook. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';

import { Webhook } from 'standardwebhooks';

import { newCompany } from './support/company';
import { expect, expectAccessible, freshAddress, test } from './support/fixtures';
import { freePort, type OwnServer, startServer } from './support/ownServer';

interface Message {
  headers: IncomingHttpHeaders;
  body: string;
}

let at: OwnServer;
let receiver: Server;
let address: string;
const messages: Message[] = [];

test.beforeAll(async () => {
  at = await startServer(await freePort(), ['--webhook-allow-private', 'on']);
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      messages.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(200).end('thank you');
    });
  });
  const port = await freePort();
  await new Promise<void>((listening) => {
    receiver.listen(port, '127.0.0.1', listening);
  });
  address = `http://127.0.0.1:${port}/hook`;
});
test.afterAll(() => {
  at?.stop();
  receiver?.close();
});

test('an admin gives a program a key and a webhook, and sees what was delivered', {
  tag: '@desktop',
}, async ({ page, request }) => {
  const account = { email: freshAddress(), password: 'ridge cap shingle' };
  const { token } = await (await request.post(`${at.app}/api/auth/local/signup`, { data: account })).json();
  await request.post(`${at.app}/api/auth/createNewAccountWithCompany`, {
    data: newCompany,
    headers: { authorization: `Bearer ${token}` },
  });
  await page.addInitScript((value) => localStorage.setItem('ridgeline.token', value), String(token));

  await page.goto(`${at.app}/app/company/settings`);
  await page.getByRole('link', { name: 'API keys' }).click();
  await page.getByRole('button', { name: 'New key' }).first().click();
  const form = page.getByRole('dialog', { name: 'New API key' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Spreadsheet');
  await form.getByText('Jobs', { exact: true }).click();
  // The label, because on a phone it covers its box.
  await form.getByText('Create and import jobs', { exact: true }).click();
  await expect(form.getByRole('checkbox', { name: 'Create and import jobs' })).toBeChecked();
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create key' }).click();
  const shown = page.getByRole('dialog', { name: 'Secret of Spreadsheet' });
  const secret = (await shown.getByText(/^rl_/).textContent()) ?? '';
  await shown.getByRole('button', { name: 'Close' }).last().click();

  await page.goto(`${at.app}/app/company/webhooks`);
  await page.getByRole('button', { name: 'New webhook' }).first().click();
  const hook = page.getByRole('dialog', { name: 'New webhook' });
  await hook.getByRole('textbox', { name: 'Address' }).fill(address);
  await hook.getByText('Everything', { exact: true }).click();
  await expect(hook.getByRole('checkbox', { name: 'Everything', exact: true })).toBeChecked();
  await hook.getByRole('button', { name: 'Create webhook' }).click();
  const hookSecret = page.getByRole('dialog', { name: 'Secret of the webhook' });
  const verifier = new Webhook((await hookSecret.getByText(/^whsec_/).textContent()) ?? '');
  await hookSecret.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('link', { name: /^Deliveries: 127\.0\.0\.1/ }).click();
  await page.getByRole('button', { name: 'Send a test' }).first().click();
  const deliveries = page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');
  await expect(deliveries.filter({ hasText: 'Test' })).toContainText('Delivered');

  // The program makes a job with its key, and is told of it.
  const headers = { authorization: `Bearer ${secret}` };
  const data = { title: 'Whitaker re-roof', city: 'Nashville', state: 'TN' };
  const made = await request.post(`${at.app}/api/jobs/create`, { data, headers });
  expect(made.ok(), await made.text()).toBe(true);
  const refused = await request.post(`${at.app}/api/customers/create`, { data: {}, headers });
  expect(refused.status()).toBe(403);
  await page.reload();
  await expect(deliveries.filter({ hasText: 'Job created' })).toContainText('Delivered');
  await deliveries.filter({ hasText: 'Job created' }).getByText('What the receiver said').click();
  await expect(page.getByText('thank you').first()).toBeVisible();
  const types = messages.map(({ headers: sent, body }) => {
    const event = verifier.verify(body, sent as Record<string, string>) as { type: string };
    return event.type;
  });
  expect(types).toEqual(['webhook.test', 'job.created']);
  await expectAccessible(page);

  await page.goto(`${at.app}/app/company/api_keys`);
  await expect(page.getByText(/Acts as Ana Ridge · Last used/)).toBeVisible();
  await page.getByRole('button', { name: 'Revoke: Spreadsheet' }).click();
  await page.getByRole('button', { name: 'Yes, remove it!' }).click();
  await expect(page.getByText('No keys yet')).toBeVisible();
  // The screen does not wait for the server.
  await expect.poll(async () => (await request.get(`${at.app}/api/changes`, { headers })).status()).toBe(401);
});
