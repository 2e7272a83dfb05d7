/** The characters beyond Latin-1 that the built-in fonts of PDF have. */
const extra = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

const writable = (letter: string) => /[\n\u0020-\u007e\u00a0-\u00ff]/.test(letter) || extra.has(letter);

/** The built-in fonts only have western European letters. Others lose their accents, or become question marks. */
export function toPdfCharset(text: string): string {
  return Array.from(text.normalize('NFC'), (letter) => {
    if (writable(letter)) return letter;
    const unaccented = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return unaccented !== '' && Array.from(unaccented).every(writable) ? unaccented : '?';
  }).join('');
}
