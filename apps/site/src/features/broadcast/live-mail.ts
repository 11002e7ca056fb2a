import type { Locale } from '@klieg/contract';

interface MailText {
  readonly subject: string;
  readonly text: string;
}

interface LiveMail {
  /** The model as people read her name. */
  readonly name: string;
  readonly url: string;
  readonly settingsUrl: string;
}

const english = ({ name, url, settingsUrl }: LiveMail): MailText => ({
  subject: `${name} is live`,
  text: `${name} is live now.\n\n${url}\n\nYou get this mail since you follow this model. You can change that in your settings: ${settingsUrl}`,
});

const german = ({ name, url, settingsUrl }: LiveMail): MailText => ({
  subject: `${name} ist live`,
  text: `${name} ist jetzt live.\n\n${url}\n\nDu bekommst diese Mail, weil du diesem Model folgst. Das kannst du in deinen Einstellungen ändern: ${settingsUrl}`,
});

const LANGUAGES: Readonly<Partial<Record<Locale, (mail: LiveMail) => MailText>>> = { de: german };

/** The mail to a follower in their language; in English if that has none. */
export const writeLiveMail = (mail: LiveMail, locale: Locale): MailText =>
  (LANGUAGES[locale] ?? english)(mail);
