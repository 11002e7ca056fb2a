import { createHmac } from 'node:crypto';
import { isSameSecret } from '@klieg/kernel/secrets';

/** Where the site tells the doctor how it sees a caller, and the header that carries its signature. */
export const DOCTOR_PATH = '/operations/seen';
export const DOCTOR_HEADER = 'x-klieg-doctor';

/** How old a signature may be, and how far the clocks of doctor and site may differ. */
const FRESH_MS = 60_000;

const codeOf = (key: Uint8Array, at: string): string => createHmac('sha256', key).update(at).digest('hex');

/** What the doctor sends: the time in milliseconds and its HMAC. */
export const signDoctor = (key: Uint8Array, nowMs: number): string =>
  `${nowMs}.${codeOf(key, String(nowMs))}`;

/** Whether a text was signed with the key at most a minute before or after now. */
export function isDoctorSignature(key: Uint8Array, text: unknown, nowMs: number): boolean {
  const parts = /^(\d{1,15})\.([0-9a-f]{64})$/.exec(typeof text === 'string' ? text : '');
  const [, at = '', code = ''] = parts ?? [];
  if (!parts || Math.abs(nowMs - Number(at)) > FRESH_MS) return false;
  return isSameSecret(code, codeOf(key, at));
}
