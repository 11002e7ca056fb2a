import { constants, createHash, generateKeyPair, type KeyObject, privateDecrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { DAY_MS } from '@klieg/kernel/time';

const makePair = promisify(generateKeyPair);

/** A key that says "over 18" for everybody who asks on its day. Its proofs are valid until the end of the next day. */
export interface IssuerKey {
  readonly id: string;
  /** Base64 of the SPKI form. */
  readonly publicKey: string;
  readonly privateKey: KeyObject;
  readonly from: number;
  readonly until: number;
}

/**
 * The keys of an issuer, one per day: as many people as possible share one, since the key is all that a proof reveals.
 */
export function makeIssuerKeys() {
  const keys = new Map<number, Promise<IssuerKey>>();
  const make = async (day: number): Promise<IssuerKey> => {
    const { publicKey, privateKey } = await makePair('rsa', { modulusLength: 2048 });
    const spki = publicKey.export({ type: 'spki', format: 'der' });
    const from = day * DAY_MS;
    return {
      id: `over18-${new Date(from).toISOString().slice(0, 10)}-${createHash('sha256').update(spki).digest('hex').slice(0, 8)}`,
      publicKey: spki.toString('base64'),
      privateKey,
      from,
      until: from + 2 * DAY_MS,
    };
  };
  return {
    /** @param daysAgo 0: today's */
    of(daysAgo: number): Promise<IssuerKey> {
      const day = Math.floor(Date.now() / DAY_MS) - daysAgo;
      const key = keys.get(day) ?? make(day);
      keys.set(day, key);
      return key;
    },
  };
}

/**
 * Signs a blinded message (RFC 9474, BlindSign): the plain RSA operation, by OpenSSL.
 * @throws where it is no number of this key
 */
export function signBlinded(privateKey: KeyObject, blinded: Buffer): Buffer {
  return privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, blinded);
}
