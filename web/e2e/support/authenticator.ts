/** A TOTP authenticator (RFC 6238: SHA-1, six digits, thirty seconds). */
import { createHmac } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const seconds = 30;

function bytes(base32: string): Buffer {
  const bits = Array.from(base32, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const whole = bits.match(/.{8}/g) ?? [];
  return Buffer.from(whole.map((byte) => Number.parseInt(byte, 2)));
}

function code(key: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', key).update(counter).digest();
  const from = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(from) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

/** Returns one code at a time, never the same twice: an early call gets the next code, which is valid already. */
export function authenticator(secret: string): () => string {
  const key = bytes(secret.replaceAll(' ', ''));
  let used = 0;
  return () => {
    used = Math.max(Math.floor(Date.now() / 1000 / seconds), used + 1);
    return code(key, used);
  };
}
