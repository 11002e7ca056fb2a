import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';

/** A release with its signature, as a file, and the key that verifies it. @param pem private key (Ed25519, PKCS 8) */
export function signRules(release: object, pem: string): { readonly text: string; readonly key: string } {
  const privateKey = createPrivateKey(pem);
  const signature = sign(null, Buffer.from(canonicalJson(release)), privateKey).toString('base64');
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64');
  return { text: `${JSON.stringify({ signature, release }, null, 2)}\n`, key };
}
