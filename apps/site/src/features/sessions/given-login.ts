/** Name or address with a password, as somebody has typed them. */
export interface GivenLogin {
  readonly login: string;
  readonly password: string;
  /** What proves that somebody has done work for it, where that was asked for. */
  readonly captcha?: string | undefined;
}
