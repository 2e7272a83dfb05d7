/** Finds addresses in the text of messages. Only plain `https` addresses become links; all else stays text. */

export type TextPart = { text: string; href: string | null };

const address = /https:\/\/[^\s<>"'`]+/giu;

/** Punctuation after an address belongs to the sentence. */
function withoutEnd(found: string): string {
  let end = found.length;
  while (end > 0 && /[.,;:!?)\]}»”’]/u.test(found[end - 1] ?? '')) {
    const last = found[end - 1];
    const part = found.slice(0, end);
    // A closing bracket whose opening one is in the address is part of it.
    if (last === ')' && part.split('(').length === part.split(')').length) break;
    end -= 1;
  }
  return found.slice(0, end);
}

function hrefOf(found: string): string | null {
  if (!URL.canParse(found)) return null;
  const { protocol, hostname, username, password, href } = new URL(found);
  // `https://bank.example@evil.example` looks like another site than it is.
  const plain = username === '' && password === '' && hostname.includes('.');
  return protocol === 'https:' && plain ? href : null;
}

/** Splits a text into links and plain parts; joined, they are the text again. */
export function splitLinks(text: string): TextPart[] {
  const found: TextPart[] = [];
  let from = 0;
  const plain = (to: number) => {
    if (to > from) found.push({ text: text.slice(from, to), href: null });
  };
  for (const match of text.matchAll(address)) {
    const shown = withoutEnd(match[0]);
    const href = hrefOf(shown);
    if (href === null) continue;
    plain(match.index);
    found.push({ text: shown, href });
    from = match.index + shown.length;
  }
  plain(text.length);
  return found;
}
