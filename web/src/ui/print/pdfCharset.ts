/** What the built-in fonts of PDF write besides Latin-1. */
const extra = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

const writable = (letter: string) => /[\n\u0020-\u007e\u00a0-\u00ff]/.test(letter) || extra.has(letter);

/** The built-in fonts know the letters of western Europe. Others lose their accents; what is left is a question mark. */
export function toPdfCharset(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    if (writable(letter)) return letter;
    const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return bare !== '' && Array.from(bare).every(writable) ? bare : '?';
  }).join('');
}
