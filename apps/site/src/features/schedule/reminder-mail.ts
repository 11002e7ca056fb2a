import type { Locale } from '@klieg/contract';

interface MailText {
  readonly subject: string;
  readonly text: string;
}

export interface ReminderMail {
  /** The performer as people read the name. */
  readonly name: string;
  /** What the stream is called. */
  readonly title: string;
  /** The start as clocks of the stream's zone show it, and in UTC: nobody's own zone is known here. */
  readonly clock: { readonly time: string; readonly timeZone: string; readonly utc: string };
  /** The room, where the reminder is also switched off. */
  readonly url: string;
}

const english = ({ name, title, clock, url }: ReminderMail): MailText => ({
  subject: `${name} is live soon`,
  text: `${title}\n\nStarts at ${clock.time} (${clock.timeZone}), ${clock.utc} UTC.\n\n${url}\n\nYou get this mail since you asked to be reminded of this stream. You can switch that off in the room.`,
});

const german = ({ name, title, clock, url }: ReminderMail): MailText => ({
  subject: `${name} ist gleich live`,
  text: `${title}\n\nBeginnt um ${clock.time} (${clock.timeZone}), ${clock.utc} UTC.\n\n${url}\n\nDu bekommst diese Mail, weil du an diesen Stream erinnert werden wolltest. Das kannst du im Raum ausschalten.`,
});

const LANGUAGES: Readonly<Partial<Record<Locale, (mail: ReminderMail) => MailText>>> = { de: german };

/** The reminder of a stream, in the reader's language; in English if that has none. */
export const writeReminderMail = (mail: ReminderMail, locale: Locale): MailText =>
  (LANGUAGES[locale] ?? english)(mail);
