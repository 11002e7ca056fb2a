export { serveKeptMails } from './kept-mails-page.ts';
export { type KeptMail, type KeptMailer, makeKeptMailer } from './kept-mail-store.ts';
export { type Mail, type Mailer, makeSmtpMailer } from './mail.ts';
export { verifyMailServer } from './verify-mail-server.ts';
