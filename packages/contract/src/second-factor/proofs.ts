import { z } from 'zod';
import { shape, uuid } from '../call.ts';

/** Six digits of an authenticator app, or a recovery code. */
export const stepCode = z.string().min(6).max(20);

const bytes = z.string().regex(/^[A-Za-z0-9_=-]{1,20000}$/);
/** Other things that browsers send with it are ignored. */
const extensionResults = z.record(z.string().max(100), z.unknown());
const credentialFields = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: extensionResults,
};

/** The answer of a passkey, as `PublicKeyCredential.toJSON()` gives it. */
export const passkeyAnswer = shape({
  ...credentialFields,
  response: shape({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswer>;

/** A new passkey, as `PublicKeyCredential.toJSON()` gives it. */
export const newPasskey = shape({
  ...credentialFields,
  response: shape({
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: bytes.optional(),
    transports: z.array(z.string().max(40)).max(10).optional(),
    publicKey: bytes.nullish(),
    publicKeyAlgorithm: z.int().optional(),
  }),
});
export type NewPasskey = z.infer<typeof newPasskey>;

/** A passkey in place of a code: its answer to the challenge of `POST /auth/passkey/options`. */
export const passkeyProof = shape({ challenge_id: uuid, credential: passkeyAnswer });
export type PasskeyProof = z.infer<typeof passkeyProof>;
