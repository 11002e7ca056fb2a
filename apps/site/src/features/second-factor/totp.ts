import { createHmac } from 'node:crypto';
import { isSameSecret } from '@klieg/kernel/secrets';

/* One-time codes of authenticator apps: RFC 4226 (HOTP) and RFC 6238 (TOTP), six digits every thirty seconds. */

const PERIOD_SECONDS = 30;
const DIGITS = 6;
/** Periods before and after the present one whose code is taken too: clocks differ, and people type slowly. */
const DRIFT_STEPS = 1;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of a counter (RFC 4226, section 5.3). */
export function hotp(
  secret: Uint8Array,
  counter: number,
  { digits = DIGITS, hash = 'sha1' }: { readonly digits?: number; readonly hash?: string } = {},
): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac(hash, secret).update(message).digest();
  const offset = digest[digest.length - 1]! & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The period of a moment (RFC 6238, section 4.2). */
export const stepOf = (nowMs: number): number => Math.floor(nowMs / 1_000 / PERIOD_SECONDS);

/** The period near a moment whose code was given; undefined: none. Takes the same time for each. */
export function findStep(secret: Uint8Array, code: string, nowMs: number): number | undefined {
  let found: number | undefined;
  for (let step = stepOf(nowMs) - DRIFT_STEPS; step <= stepOf(nowMs) + DRIFT_STEPS; step++) {
    if (isSameSecret(code, hotp(secret, step))) found = step;
  }
  return found;
}

/** As apps and people take a secret (RFC 4648, section 6, without padding). */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/gu) ?? []).map((five) => ALPHABET[parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** What the picture for authenticator apps says. */
export function otpauthUrl(issuer: string, username: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  const terms = { secret, issuer, algorithm: 'SHA1', digits: String(DIGITS), period: String(PERIOD_SECONDS) };
  return `otpauth://totp/${label}?${Object.entries(terms)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`;
}
