import type { Locale } from '@klieg/contract';
import { formatMoney } from '@klieg/i18n';
import { german } from './de.ts';
import { english } from './en.ts';
import type { MailText, MailTexts, MoneyMail } from './mail-text.ts';

/** Languages besides English; missing texts use English. */
const LANGUAGES: Readonly<Partial<Record<Locale, Partial<MailTexts>>>> = { de: german };

/** Names of memberships are the same in every language. */
const LEVELS = { premium: 'Premium', vip: 'VIP', super_vip: 'Super VIP' } as const;

/** A mail about money in a language; in English if that has none. Days are in UTC. */
export function writeMoneyMail(
  { code, params }: MoneyMail,
  reader: { readonly locale: Locale; readonly username: string; readonly url: string },
): MailText {
  const own = LANGUAGES[reader.locale]?.[code];
  const { subject, text } = own ?? english[code];
  const locale = own ? reader.locale : 'en';
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const words: Readonly<Record<string, string>> = {
    username: reader.username,
    url: reader.url,
    ...('cents' in params && { amount: formatMoney(params.cents, 'USD', locale) }),
    ...('at' in params && { day: day.format(params.at) }),
    ...('level' in params && { level: LEVELS[params.level] }),
  };
  return { subject, text: text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '') };
}
