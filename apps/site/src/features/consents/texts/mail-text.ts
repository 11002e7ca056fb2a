/** Mails to people named by a model; `{model}` is the model who asked, `{note}` the reviewer's words. */
export const CONSENT_MAILS = ['asked', 'again', 'approved', 'declined', 'withdrawn'] as const;
export type ConsentMailCode = (typeof CONSENT_MAILS)[number];

export interface MailText {
  readonly subject: string;
  readonly text: string;
}
export type MailTexts = Readonly<Record<ConsentMailCode, MailText>>;
