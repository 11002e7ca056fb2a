import { createHmac } from 'node:crypto';
import { isSameSecret } from '@klieg/kernel/secrets';

/** What a partner's server signs, line by line. */
export interface PartnerRequest {
  readonly kind: 'register' | 'login';
  readonly partner: string;
  readonly at: number;
  readonly email: string;
  /** The suggested name, or where the person continues. */
  readonly more: string;
}

/** How long a request is valid, in both directions. */
export const REQUEST_SECONDS = 300;
/** A link to log in. */
export const LOGIN_MINUTES = 15;
/** A link to finish an account. */
export const REGISTER_HOURS = 24;

export const textToSign = ({ kind, partner, at, email, more }: PartnerRequest): string =>
  [kind, partner, String(at), email, more].join('\n');

export const macOf = (secret: string, request: PartnerRequest): Buffer =>
  createHmac('sha256', secret).update(textToSign(request)).digest();

/** Signed by the secret, and lately. */
export function isGenuine(secret: string, request: PartnerRequest, mac: string, nowMs: number): boolean {
  if (Math.abs(nowMs / 1000 - request.at) > REQUEST_SECONDS) return false;
  return isSameSecret(Buffer.from(mac, 'hex'), macOf(secret, request));
}

/** A path of this site that no browser can read as another one; anything else becomes the home page. */
export const safePath = (path: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are what is refused
  /^\/(?![/\\])[^\\\u0000-\u001f\u007f]*$/u.test(path) ? path : '/';

/** A valid name derived from a partner's suggestion or the address; empty if nothing is left. */
export function suggestName(suggested: string, email: string): string {
  for (const from of [suggested, email.split('@')[0] ?? '']) {
    const name = from
      .toLowerCase()
      .replaceAll(/[^a-z0-9_]+/g, '_')
      .replace(/^_+/, '')
      .slice(0, 20);
    if (name.length >= 3) return name;
  }
  return '';
}
