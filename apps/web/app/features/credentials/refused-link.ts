import { CallError } from '@klieg/contract/client';

/** Reasons for a failed link that its page explains. */
export type LinkRefusal = 'used' | 'expired' | 'unknown' | 'taken';

const REASONS = ['used', 'expired', 'unknown'] as const;

/** The refusal of a link; undefined for anything else, such as a lost connection, where it may still work. */
export function refusedLink(error: unknown): LinkRefusal | undefined {
  if (!(error instanceof CallError)) return undefined;
  if (error.code === 'identity.email_in_use') return 'taken';
  // A malformed link is refused as input; it is not one of ours either.
  if (error.code === 'common.invalid_input') return 'unknown';
  if (error.code !== 'identity.token_invalid') return undefined;
  return REASONS.find((reason) => reason === error.body?.params['reason']) ?? 'unknown';
}
