import { createECDH, createPrivateKey, sign } from 'node:crypto';

/** Identifies the sender to push services by a key of this site (RFC 8292). */
export interface Vapid {
  /** What browsers are given when they subscribe, base64url. */
  readonly publicKey: string;
  /** The authorization of a message to a service; it holds for half a day. */
  headerFor(endpoint: string, nowMs: number): string;
}

const VALID_SECONDS = 12 * 3_600;
const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param secret 32 bytes of this site, the same on every node and after every start */
export function makeVapid(secret: Uint8Array, contact: string): Vapid {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(secret));
  const point = pair.getPublicKey();
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: Buffer.from(secret).toString('base64url'),
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const publicKey = point.toString('base64url');
  return {
    publicKey,
    headerFor(endpoint, nowMs) {
      const aud = new URL(endpoint).origin;
      const exp = Math.floor(nowMs / 1_000) + VALID_SECONDS;
      const unsigned = `${json({ typ: 'JWT', alg: 'ES256' })}.${json({ aud, exp, sub: contact })}`;
      const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${unsigned}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}
