/** The mail to log in for somebody sent by a partner, with the placeholders `{username}`, `{partner}` and `{url}`. */
export interface PartnerMail {
  readonly subject: string;
  readonly text: string;
}
