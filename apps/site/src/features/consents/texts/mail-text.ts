/** Mails to people whom a model has named; `{model}` has asked, `{note}` are the words of whoever has looked at it. */
export const CONSENT_MAILS = ['asked', 'again', 'approved', 'declined', 'withdrawn'] as const;
export type ConsentMailCode = (typeof CONSENT_MAILS)[number];

export interface MailText {
  readonly subject: string;
  readonly text: string;
}
export type MailTexts = Readonly<Record<ConsentMailCode, MailText>>;
