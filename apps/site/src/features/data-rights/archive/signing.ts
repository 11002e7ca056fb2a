import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { isSameSecret } from '@klieg/kernel/secrets';

/** The bytes before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface ArchiveSigner {
  /** 32 bytes in base64url. */
  readonly publicKey: string;
  sign(text: Buffer): string;
}

/** Signs archives by a key that follows from a secret of 32 bytes. */
export function makeArchiveSigner(secret: Uint8Array): ArchiveSigner {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, secret.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return {
    publicKey: publicKey.toString('base64url'),
    sign: (text) => sign(null, text, key).toString('base64url'),
  };
}

export interface LinkSigner {
  sign(id: string, until: number): string;
  isRight(id: string, until: number, mac: string): boolean;
}

/** Signs links to an archive: their holder must still be logged in as its person. */
export function makeLinkSigner(secret: Uint8Array): LinkSigner {
  const macOf = (id: string, until: number) => createHmac('sha256', secret).update(`${id}:${until}`).digest();
  return {
    sign: (id, until) => macOf(id, until).toString('base64url'),
    isRight(id, until, mac) {
      return isSameSecret(Buffer.from(mac, 'base64url'), macOf(id, until));
    },
  };
}
