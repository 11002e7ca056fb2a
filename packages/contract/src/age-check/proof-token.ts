import { prepare } from './blind-signature.ts';

/** Purpose of a proof; signed with it, so that a signature made for something else is not accepted. */
const ABOUT = 'klieg age proof 1: over 18, for the visit ';

/**
 * What the issuer signs without seeing it: the challenge of a visit behind random bytes. Page and server build it the
 * same way.
 */
export const proofToken = (challenge: string, prefix?: Uint8Array): Uint8Array<ArrayBuffer> =>
  prepare(new TextEncoder().encode(ABOUT + challenge), prefix);
