import { CallError } from '@klieg/contract/client';
import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const somethingWrong = msg`Something went wrong. Please try again; if it happens again, contact support.`;

/** What is said for a code, in the reader's own language. */
export type Sentences = Readonly<Record<string, MessageDescriptor>>;

/** Codes that every page knows; all others say what the server sent. */
const sentences: Sentences = {
  'common.unreachable': msg`The server could not be reached. Check your connection and try again.`,
  'common.unauthenticated': msg`Please log in.`,
  'common.csrf': msg`Your session has changed. Please reload the page.`,
  'common.invalid_input': msg`Please check the marked fields.`,
  'common.rate_limited': msg`Too many requests. Please wait a moment.`,
  'common.unavailable': msg`Temporarily unavailable. Please retry.`,
  'common.internal': somethingWrong,
  'common.not_self': msg`You cannot do this with your own account.`,
  'identity.username_taken': msg`This username is taken.`,
  'identity.username_refused': msg`This username cannot be used.`,
  'identity.password_weak': msg`Please choose a stronger password.`,
  'identity.under_age': msg`You need to be 18 or older. This site stays closed until then.`,
  'identity.bad_credentials': msg`Wrong username or password.`,
  'identity.locked': msg`Too many attempts. Please try again later.`,
  'identity.suspended': msg`Your account is suspended.`,
  'compliance.text_refused': msg`Your text contains words that are not allowed.`,
  'ledger.not_enough_tokens': msg`Not enough tokens.`,
  'ledger.over_daily_limit': msg`You have reached the daily limit.`,
  'ledger.user_daily_limit': msg`You have reached your own daily limit.`,
  'ledger.model_cannot_spend': msg`Performers cannot spend tokens.`,
  'common.idempotency_key_reused': msg`This did not go through. Please try again.`,
  'billing.daily_limit': msg`You have reached the daily purchase limit.`,
  'billing.biller_unavailable': msg`This payment method is not available. Try another one.`,
  'tipping.item_gone': msg`This item is no longer offered.`,
  'tipping.comment_silenced': msg`You cannot write in this room now. Give your tokens without a comment.`,
  'tipping.target_closed': msg`This account cannot receive tips.`,
  'broadcast.already_live': msg`You are already live.`,
  'broadcast.banned': msg`Our team has banned you from broadcasting. Your notifications say why.`,
  'broadcast.not_approved': msg`Your account is not approved for broadcasting.`,
};

/** One sentence for the reader about anything that a call threw. @param own a feature's own, which come first */
export function explainError(error: unknown, i18n: I18n, own?: Sentences): string {
  const code = error instanceof CallError ? error.code : 'common.internal';
  const sentence = own?.[code] ?? sentences[code];
  if (sentence) return i18n._(sentence);
  return error instanceof CallError ? error.message : i18n._(somethingWrong);
}

/** What the server said, or a feature's own sentence where no answer of it came. */
export const explainOr = (error: unknown, otherwise: MessageDescriptor, i18n: I18n): string =>
  error instanceof CallError && error.body?.message ? explainError(error, i18n) : i18n._(otherwise);

/** The code of a refusal, or undefined for anything else. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof CallError ? error.code : undefined;
