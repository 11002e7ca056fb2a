/** What a mailed link is for. */
export type LinkPurpose = 'reset' | 'confirm' | 'keep';

/** How long a link works, in seconds: a new password, an address to confirm, an old address to take back. */
export const LINK_SECONDS: Readonly<Record<LinkPurpose, number>> = {
  reset: 30 * 60,
  confirm: 24 * 3_600,
  keep: 7 * 24 * 3_600,
};

/** Seconds until a confirmation can be sent again, and how many a day (http page, 2.8). */
const RESEND_SECONDS = 60;
const RESENDS_A_DAY = 5;
const DAY_SECONDS = 24 * 3_600;

/** Password mails per account and hour; further requests send nothing. */
export const RESETS_AN_HOUR = 3;
/** Confirmations that one address gets in a day, of whatever accounts: strangers can name any address. */
const CONFIRMS_TO_ADDRESS_A_DAY = 20;
/** Of these, how many are reserved for each account that asks itself, however many strangers have used. */
const CONFIRMS_KEPT_FOR_ACCOUNT = 2;

/** Why a link does nothing; undefined: it works. */
export function refuseLink(
  link: { readonly usedAt: Date | null; readonly expiresAt: Date } | undefined,
  nowMs: number,
): 'unknown' | 'used' | 'expired' | undefined {
  if (!link) return 'unknown';
  if (link.usedAt) return 'used';
  return link.expiresAt.getTime() <= nowMs ? 'expired' : undefined;
}

/**
 * Whether a confirmation is mailed to an address.
 * @param mailed confirmations of the last day to that address: of all accounts, and of the one that it is for
 * @param isAsked somebody logged in to the account has asked for it
 */
export const mayMailConfirmation = (
  mailed: { readonly byAll: number; readonly byAccount: number },
  isAsked: boolean,
): boolean =>
  mailed.byAll < CONFIRMS_TO_ADDRESS_A_DAY || (isAsked && mailed.byAccount < CONFIRMS_KEPT_FOR_ACCOUNT);

const secondsUntil = (at: number | undefined, seconds: number, nowMs: number): number =>
  at === undefined ? 0 : Math.max(0, Math.ceil((at - nowMs) / 1_000) + seconds);

/**
 * Seconds until a confirmation may be sent again; 0: now.
 * @param sentAt when the account's confirmations of the last day were asked for, in Unix milliseconds, newest first
 */
export const secondsToResend = (sentAt: readonly number[], nowMs: number): number =>
  Math.max(secondsUntil(sentAt[0], RESEND_SECONDS, nowMs), secondsToChange(sentAt, nowMs));

/**
 * Seconds until another address may be entered: a typo can be corrected at once, but only a limited number of times a
 * day.
 */
export const secondsToChange = (sentAt: readonly number[], nowMs: number): number =>
  secondsUntil(sentAt[RESENDS_A_DAY - 1], DAY_SECONDS, nowMs);

/** An address as somebody may read it who should know that it is theirs, and nobody else. */
export const maskAddress = (email: string): string => email.replace(/^(.)[^@]*/, '$1…');
