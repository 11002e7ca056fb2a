import { createHmac } from 'node:crypto';
import { isSameSecret } from '@klieg/kernel/secrets';

/** Length of a SHA-256 in base64url. */
const SIGNATURE_LENGTH = 43;

/** The subject is part of what is signed: a message is not valid under another one. */
const signatureOf = (key: Uint8Array, subject: string, text: string): string =>
  createHmac('sha256', key).update(subject).update('\n').update(text).digest('base64url');

/** A message as it goes over a bus that others may write to: its signature, then JSON. */
export function signMessage(key: Uint8Array, subject: string, message: unknown): string {
  const text = JSON.stringify(message);
  return signatureOf(key, subject, text) + text;
}

/** The JSON of a message that somebody with the key signed for this subject; undefined for every other one. */
export function verifyMessage(key: Uint8Array, subject: string, signed: string): string | undefined {
  const text = signed.slice(SIGNATURE_LENGTH);
  const given = signed.slice(0, SIGNATURE_LENGTH);
  return isSameSecret(given, signatureOf(key, subject, text)) ? text : undefined;
}
