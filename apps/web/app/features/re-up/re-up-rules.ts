import type { AutoReUps, CurrentUser } from '@klieg/contract';

const OFF: AutoReUps = { enabled: false, disabled_by_user: false };

/** The caller's choice from the settings text; off if unreadable. */
export function choiceOf(current: Pick<CurrentUser, 'settings'> | undefined): AutoReUps {
  try {
    return current ? (JSON.parse(current.settings.auto_re_ups) as AutoReUps) : OFF;
  } catch {
    return OFF;
  }
}

/** A private show whose tokens last no longer than this is worth a word. */
const MINUTES = 5;

/**
 * Whether to propose automatic purchases when a private begins (BILLING-062): to people with a card on file who neither
 * have nor ever refused them, do not pay later anyway, and have tokens for less than five minutes.
 */
export function suggestsReUp(current: CurrentUser, pricePerMinute: number): boolean {
  const choice = choiceOf(current);
  if (current.user.type === 'model' || !current.has_cc || current.postpay) return false;
  if (choice.enabled || choice.disabled_by_user) return false;
  return pricePerMinute > 0 && current.tokens < MINUTES * pricePerMinute;
}

/** What a page does with news of a charge (machine 23). */
export type ReUpWord = 'success' | 'declined-modal' | 'contact-support' | 'failed' | 'limit' | 'disabled';

/** By status and errorType (ERRORS-007, ERRORS-008, ERRORS-026, ERRORS-027). */
export function wordOf({
  status,
  errorType,
}: {
  readonly status: number;
  readonly errorType?: string | null | undefined;
}): ReUpWord {
  if (status === 1) return 'success';
  switch (errorType) {
    case 'verification_required':
      return 'declined-modal';
    case 'contact_support':
      return 'contact-support';
    case 'limit_reached':
      return 'limit';
    case 'disabled':
      return 'disabled';
    default:
      return 'failed';
  }
}
