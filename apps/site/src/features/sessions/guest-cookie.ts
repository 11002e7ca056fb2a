import { createHmac, randomInt } from 'node:crypto';
import { isSameSecret } from '@klieg/kernel/secrets';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const ID = /^[a-z0-9]{8}$/;

const sign = (secret: Uint8Array, id: string): string =>
  createHmac('sha256', secret).update(`guest:${id}`).digest('base64url');

/** A new guest's id: 8 characters, as its name shows them. */
export const newGuestId = (): string =>
  Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A guest has no row: the cookie is the id and our signature of it. */
export const guestCookieOf = (secret: Uint8Array, id: string): string => `${id}.${sign(secret, id)}`;

/** The id of a genuine guest cookie, else undefined. */
export function readGuestCookie(secret: Uint8Array, value: string): string | undefined {
  const [id = '', given = ''] = value.split('.');
  if (!ID.test(id)) return undefined;
  return isSameSecret(given, sign(secret, id)) ? id : undefined;
}

export const guestNameOf = (id: string): string => `guest_${id}`;
