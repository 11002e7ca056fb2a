export {
  type KeptMail,
  type KeptMailer,
  type Mail,
  type Mailer,
  makeKeptMailer,
  makeSmtpMailer,
} from './mail.ts';
