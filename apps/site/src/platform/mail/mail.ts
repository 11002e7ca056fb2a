import { createTransport } from 'nodemailer';
import { pageOfMail } from './mail-page.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; its page is built from it. */
  readonly text: string;
  /** Additional headers for mail programs. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends mail. A rejection means that it was not taken. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

/** A server silent for this long counts as not having accepted the mail. */
const WAIT_MS = 20_000;

/** By SMTP. @param url smtp:// or smtps:// with user and password */
export function makeSmtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  });
  return {
    async send(mail) {
      await transport.sendMail({ from, ...mail, html: pageOfMail(mail) });
    },
  };
}
