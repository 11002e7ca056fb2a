/** Mails about somebody's verification; `{note}` is the reviewer's text. */
export interface OnboardingMailParams {
  readonly model_approved: NoParams;
  readonly model_rejected: { readonly note: string };
  readonly model_expired: NoParams;
  readonly identity_approved: NoParams;
  readonly identity_rejected: { readonly note: string };
}
type NoParams = Readonly<Record<string, never>>;

export type OnboardingMailCode = keyof OnboardingMailParams;

/** A mail to be written: its code and what it is about. */
export type OnboardingMail = {
  readonly [C in OnboardingMailCode]: { readonly code: C; readonly params: OnboardingMailParams[C] };
}[OnboardingMailCode];

/** Words of a mail; `{username}` and `{url}` stand for the person and the page where they continue. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}
export type MailTexts = Readonly<Record<OnboardingMailCode, MailText>>;
