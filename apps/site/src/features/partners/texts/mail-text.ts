/** The mail by which somebody logs in whom a partner has sent; `{username}`, `{partner}` and `{url}` stand for what they name. */
export interface PartnerMail {
  readonly subject: string;
  readonly text: string;
}
