import { prepare } from './blind-signature.ts';

/** What a proof is a proof of; signed with it, so that a signature for something else is none. */
const ABOUT = 'klieg age proof 1: over 18, for the visit ';

/**
 * What the issuer signs without seeing it: the challenge of a visit behind random bytes, which page and server put
 * together alike.
 */
export const proofToken = (challenge: string, prefix?: Uint8Array): Uint8Array<ArrayBuffer> =>
  prepare(new TextEncoder().encode(ABOUT + challenge), prefix);
