/** More tokens than these within a day move for one account only when a second admin confirms them. */
export const ONE_PERSON_TOKENS = 1_000;
/** The most that is given or taken at once. */
export const CORRECTION_TOKENS_MAX = 100_000;
/** Accounts that one may be linked with, at most. */
export const LINKED_MAX = 10;
/** Why an account is suspended, as told to its owner. */
export const SUSPENSION_REASONS = [
  'rules',
  'payment',
  'fraud',
  'age',
  'identity',
  'safety',
  'other',
] as const;
export type SuspensionReason = (typeof SUSPENSION_REASONS)[number];
