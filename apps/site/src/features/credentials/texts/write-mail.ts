import type { Locale } from '@klieg/contract';
import { german } from './de.ts';
import { english } from './en.ts';
import type { AccountMail, MailText, MailTexts } from './mail-text.ts';

/** Languages besides English; missing texts use English. */
const LANGUAGES: Readonly<Partial<Record<Locale, Partial<MailTexts>>>> = { de: german };

const fill = (text: string, params: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');

/** A mail about an account in a language; in English if that has none. */
export function writeAccountMail({ code, params }: AccountMail, locale: Locale): MailText {
  const { subject, text } = LANGUAGES[locale]?.[code] ?? english[code];
  return { subject: fill(subject, { ...params }), text: fill(text, { ...params }) };
}
