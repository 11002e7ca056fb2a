import { z } from 'zod';

const SECRET = /^[0-9a-f]{64}$/;

/** What the operator says of reviews and of keys of the vault. */
export const onboardingEnvironment = {
  IDENTITY_REVIEWERS: z
    .enum(['1', '2'], { error: 'IDENTITY_REVIEWERS must be 1 or 2' })
    .transform((text) => (text === '2' ? 2 : 1))
    .default(1),
  FORMER_SECRETS: z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .refine(
      (secrets) => secrets.every((secret) => SECRET.test(secret)),
      'FORMER_SECRETS must be a comma list of secrets of 64 hexadecimal digits',
    )
    .default([]),
};

/** Names the key of the vault among those that the root secret means. */
export const VAULT_PURPOSE = 'vault';

/** The environment's settings for identity verification. */
export const onboardingSettingsOf = (
  given: { readonly IDENTITY_REVIEWERS: 1 | 2; readonly FORMER_SECRETS: readonly string[] },
  derive: (root: Uint8Array, purpose: string) => Uint8Array,
) => ({
  identityReviewers: given.IDENTITY_REVIEWERS,
  /** Keys of the vault that former root secrets meant. */
  formerVaultKeys: given.FORMER_SECRETS.map((secret) => derive(Buffer.from(secret, 'hex'), VAULT_PURPOSE)),
});
