/** Mails as they left the server: without a mail server each lies in the outbox of the data folder. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

import { expect } from './world';

const folder = () => join(process.env.RIDGELINE_E2E_FOLDER ?? '', 'outbox');

function letters(): Buffer[] {
  try {
    const names = readdirSync(folder()).filter((name) => name.endsWith('.eml'));
    return names.map((name) => readFileSync(join(folder(), name)));
  } catch {
    // Before the first mail there is no such folder.
    return [];
  }
}

/** The mail to somebody that holds these words, in its subject or its text, as soon as it has left. */
export async function mailTo(address: string, words: string): Promise<Email> {
  let found: Email | undefined;
  const look = async () => {
    const read = await Promise.all(letters().map((letter) => PostalMime.parse(letter)));
    found = read.find(
      ({ to, subject, text }) =>
        to?.some((recipient) => recipient.address === address) && `${subject}\n${text}`.includes(words),
    );
    return found !== undefined;
  };
  await expect.poll(look, { message: `a mail to ${address} about ${words}`, timeout: 30_000 }).toBe(true);
  return found as Email;
}
