/**
 * Mails about money, by code; their parameters are in nobody's language. Cents are of dollars, moments Unix
 * milliseconds.
 */
export interface MoneyMailParams {
  readonly postpay_past_due: { readonly cents: number; readonly at: number };
  /** The card is not charged automatically again. */
  readonly postpay_past_due_last: { readonly cents: number };
  readonly re_up_declined: NoParams;
  readonly re_up_changed: NoParams;
  readonly renewal_refused: { readonly level: Level; readonly cents: number; readonly at: number };
  readonly membership_over: { readonly level: Level };
  readonly membership_unpaid: { readonly level: Level };
  readonly membership_reversed: { readonly level: Level };
}
type NoParams = Readonly<Record<string, never>>;
type Level = 'premium' | 'vip' | 'super_vip';

export type MoneyMailCode = keyof MoneyMailParams;

/** A mail to be written: its code and what it is about. */
export type MoneyMail = {
  readonly [C in MoneyMailCode]: { readonly code: C; readonly params: MoneyMailParams[C] };
}[MoneyMailCode];

/**
 * Words of a mail; `{name}` stands for a parameter, `{username}` and `{url}` for the person and the page that settles
 * it, `{amount}` and `{day}` for formatted cents and times.
 */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Every mail; English has them all. */
export type MailTexts = Readonly<Record<MoneyMailCode, MailText>>;
