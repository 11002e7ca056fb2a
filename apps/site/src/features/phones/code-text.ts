import type { Locale } from '@klieg/contract';

interface CodeText {
  readonly code: string;
  /** Name of the site. */
  readonly site: string;
  /** Host of the site; phones then offer to fill the code in there, and on no other site. */
  readonly host: string;
}

// The last line is the format that phones read automatically (origin-bound one-time codes).
const english = ({ code, site, host }: CodeText): string =>
  `${code} is your code for ${site}. It works for 10 minutes. Give it to nobody.\n\n@${host} #${code}`;

const german = ({ code, site, host }: CodeText): string =>
  `${code} ist dein Code für ${site}. Er gilt 10 Minuten. Gib ihn niemandem.\n\n@${host} #${code}`;

const LANGUAGES: Readonly<Partial<Record<Locale, (text: CodeText) => string>>> = { de: german };

/** The message with a code, in its reader's language; in English if that has none. */
export const writeCodeText = (text: CodeText, locale: Locale): string => (LANGUAGES[locale] ?? english)(text);
