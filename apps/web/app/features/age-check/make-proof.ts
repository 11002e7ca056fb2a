import type { Api, ArgumentsOf } from '@klieg/contract';
import {
  blind,
  finalize,
  fromBase64,
  PREFIX_BYTES,
  readBlindKey,
  toBase64Url,
} from '@klieg/contract/features/age-check/blind-signature';
import { proofToken } from '@klieg/contract/features/age-check/proof-token';
import type { Courier } from './proof-courier.ts';

export type Proof = ArgumentsOf<Api['checkAgeByProof']>['body'];
/** Why there is no proof: the issuer is away, does not know the code, or its answer is not a signature. */
export type ProofRefusal = 'away' | 'code' | 'answer';

interface KeyLine {
  readonly id: string;
  readonly public_key: string;
  readonly from: string;
  readonly until: string;
}

/**
 * The key that the issuer signs with today. It must be the issuer's newest: a site that could choose one per visitor
 * would recognise them by it.
 */
export function newestKey(keys: readonly KeyLine[], now: number): KeyLine | undefined {
  const inForce = keys.filter(({ from, until }) => Date.parse(from) <= now && now < Date.parse(until));
  return inForce.toSorted((a, b) => Date.parse(b.from) - Date.parse(a.from))[0];
}

/** A code as it is meant, however it was typed. */
export const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/gu, '')
    .replace(/(.{4})(?=.)/gu, '$1-');

/** Has the issuer sign, for a code, something it cannot see. Only the blinded number and the code leave the browser. */
export async function makeProof(
  courier: Courier,
  asked: { readonly code: string; readonly challenge: string; readonly method: Proof['method'] },
): Promise<Proof | ProofRefusal> {
  const { challenge, method } = asked;
  const listed = await courier.ask('/keys');
  const line = newestKey((listed.json?.['keys'] as readonly KeyLine[] | undefined) ?? [], Date.now());
  if (!line) return 'away';
  try {
    const key = await readBlindKey(line.public_key);
    const token = proofToken(challenge);
    const { message, secret } = await blind(key, token);
    const form = { code: asked.code, key_id: line.id, blinded: toBase64Url(message) };
    const { status, json } = await courier.ask('/sign', form);
    if (status === 403) return 'code';
    if (status !== 200) return 'away';
    const signature = finalize(key, secret, fromBase64(String(json?.['blind_signature'])));
    const prefix = toBase64Url(token.subarray(0, PREFIX_BYTES));
    return { method, challenge, key_id: line.id, prefix, signature: toBase64Url(signature) };
  } catch {
    return 'answer';
  }
}
