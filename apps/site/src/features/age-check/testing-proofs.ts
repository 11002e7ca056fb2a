import { createHmac } from 'node:crypto';
import type { ArgumentsOf, Api } from '@klieg/contract';
import {
  blind,
  finalize,
  fromBase64,
  PREFIX_BYTES,
  readBlindKey,
  toBase64Url,
} from '@klieg/contract/features/age-check/blind-signature';
import { proofToken } from '@klieg/contract/features/age-check/proof-token';

type Body = ArgumentsOf<Api['checkAgeByProof']>['body'];
type Method = Body['method'];

/** A key as the issuer says it. */
export interface IssuerKeyLine {
  readonly id: string;
  readonly public_key: string;
  readonly until: string;
}

/** What the issuer has kept of one person. */
export interface IssuedLine {
  readonly person: string;
  readonly code: string;
  readonly blinded: string;
  readonly answer: string;
  readonly pageHeaders: Readonly<Record<string, string>>;
  readonly signHeaders: Readonly<Record<string, string>>;
}

/** A blinding that hides nothing, for the test that has to find it out. */
const openly = async (key: Awaited<ReturnType<typeof readBlindKey>>, token: Uint8Array<ArrayBuffer>) =>
  blind(key, token, { salt: crypto.getRandomValues(new Uint8Array(48)), inverse: 1n });

/** What a person and their browser do to show a proof, at the issuer's twin and at the site. */
export function openTestProofs(site: { readonly sandboxUrl: string; readonly sandboxSecret: string }) {
  const issuer = `${site.sandboxUrl}/twins/age-proof`;
  const post = (path: string, form: Readonly<Record<string, string>>) =>
    fetch(`${issuer}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  const listKeys = async () =>
    ((await (await fetch(`${issuer}/keys`)).json()) as { keys: readonly IssuerKeyLine[] }).keys;
  /** The code of a person whom the issuer has looked at; undefined: they are no adult. */
  const showSelf = async (outcome = 'adult') =>
    /[A-Z2-9]{4}(?:-[A-Z2-9]{4}){2}/u.exec(await (await post('/', { outcome })).text())?.[0];
  const sign = (code: string, keyId: string, blinded: Uint8Array) =>
    post('/sign', { code, key_id: keyId, blinded: toBase64Url(blinded) });

  /** A proof for a challenge, ready to be shown. */
  async function makeProof(
    challenge: string,
    more: { readonly method?: Method; readonly isOpen?: boolean; readonly key?: IssuerKeyLine } = {},
  ): Promise<{ readonly body: Body; readonly code: string }> {
    const line = more.key ?? (await listKeys())[0]!;
    const key = await readBlindKey(line.public_key);
    const token = proofToken(challenge);
    const { message, secret } = await (more.isOpen ? openly(key, token) : blind(key, token));
    const code = (await showSelf())!;
    const { blind_signature: answer } = (await (await sign(code, line.id, message)).json()) as {
      readonly blind_signature: string;
    };
    const body = {
      method: more.method ?? 'id_check',
      challenge,
      key_id: line.id,
      prefix: toBase64Url(token.subarray(0, PREFIX_BYTES)),
      signature: toBase64Url(finalize(key, secret, fromBase64(answer))),
    };
    return { body, code };
  }
  return {
    listKeys,
    showSelf,
    sign,
    makeProof,
    async readTranscript() {
      const signature = createHmac('sha256', site.sandboxSecret).update('{}').digest('hex');
      const answer = await fetch(`${issuer}/transcript`, {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', 'x-signature': signature },
      });
      return ((await answer.json()) as { readonly issued: readonly IssuedLine[] }).issued;
    },
  };
}
