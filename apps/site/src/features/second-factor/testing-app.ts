import type { Clock } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { hotp, stepOf } from './totp.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Reads what `base32` writes. */
export function readBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => parseInt(byte, 2)));
}

/** The code that an authenticator app shows for a secret, at a moment. */
export const codeAt = (secret: string, nowMs: number): string => hotp(readBase32(secret), stepOf(nowMs));

/** An app with the second step of an account, which it has switched on. */
export interface TestApp {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
  /** The code of now. */
  code(): string;
}

export async function switchOn(member: Visitor, clock: Clock): Promise<TestApp> {
  const { setup_id, secret } = await member.call('setUpTwoFactor', { body: { type: 'totp' } });
  const code = () => codeAt(secret, clock.now());
  const { recovery_codes } = await member.call('enableTwoFactor', { body: { setup_id, code: code() } });
  return { secret, recoveryCodes: recovery_codes, code };
}
