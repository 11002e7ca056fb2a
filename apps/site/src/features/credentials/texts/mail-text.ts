/** `name` is the passkey's, `settings` the page that lists them all. */
interface FactorMailParams {
  readonly username: string;
  readonly name: string;
  readonly settings: string;
  readonly url: string;
}

/** The mails about an account, by code; names, addresses and links are parameters. */
export interface AccountMailParams {
  readonly confirm_email: { readonly username: string; readonly url: string };
  /** To somebody who has confirmed an address that another person entered. */
  readonly address_taken: { readonly username: string; readonly url: string };
  readonly reset_password: { readonly username: string; readonly url: string };
  readonly password_changed: { readonly username: string; readonly url: string };
  /** `place` says browser, device and country, as far as known. */
  readonly new_device: { readonly username: string; readonly place: string; readonly url: string };
  /** Passkeys continue to log in: `passkeys` names them. */
  readonly password_changed_passkeys: {
    readonly username: string;
    readonly url: string;
    readonly passkeys: string;
    readonly settings: string;
  };
  readonly passkey_added: FactorMailParams;
  readonly passkey_removed: FactorMailParams;
  readonly app_added: FactorMailParams;
  readonly app_removed: FactorMailParams;
  readonly codes_renewed: FactorMailParams;
  /** To the address that is to be replaced. */
  readonly email_changing: { readonly username: string; readonly address: string; readonly url: string };
}

export type AccountMailCode = keyof AccountMailParams;

/** A mail to be written: its code and what it is about. */
export type AccountMail = {
  readonly [C in AccountMailCode]: { readonly code: C; readonly params: AccountMailParams[C] };
}[AccountMailCode];

/** Words of a mail; `{name}` stands for the parameter of that name. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** Every mail; English has them all. */
export type MailTexts = Readonly<Record<AccountMailCode, MailText>>;
