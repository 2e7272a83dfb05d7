/** Sent mails: without a mail server each is a file in the outbox folder of the data folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

import { expect } from './fixtures';

function letters(data: string): Buffer[] {
  const folder = join(data, 'outbox');
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.eml'));
    return names.map((name) => readFileSync(join(folder, name)));
  } catch {
    // The folder does not exist before the first mail.
    return [];
  }
}

/**
 * Waits for the mail to an address with these words in its subject or text; by default in the outbox of the tests'
 * server.
 */
export async function mailTo(
  address: string,
  words: string,
  data = process.env.RIDGELINE_E2E_FOLDER ?? '',
): Promise<Email> {
  let found: Email | undefined;
  const findMail = async () => {
    const read = await Promise.all(letters(data).map((letter) => PostalMime.parse(letter)));
    found = read.find(
      ({ to, subject, text }) =>
        to?.some((recipient) => recipient.address === address) && `${subject}\n${text}`.includes(words),
    );
    return found !== undefined;
  };
  await expect.poll(findMail, { message: `a mail to ${address} about ${words}`, timeout: 60_000 }).toBe(true);
  return found as Email;
}

/** The path of the link to this page in a mail to an address. */
export async function linkTo(address: string, page: string, data?: string): Promise<string> {
  const { text } = await mailTo(address, page, data);
  const link = text?.match(/https?:\/\/\S+\?token=[\w.~-]+/)?.[0] ?? '';
  const { pathname, search } = new URL(link);
  expect(pathname).toBe(page);
  return `${pathname}${search}`;
}
