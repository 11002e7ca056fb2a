import type { Locale } from '@klieg/contract';
import { german } from './de.ts';
import { english } from './en.ts';
import type { NoticeText, NoticeTexts } from './notice-text.ts';

/** Languages besides English; missing texts use English. */
const LANGUAGES: Readonly<Partial<Record<Locale, Partial<NoticeTexts>>>> = { de: german };

const fill = (text: string, params: Readonly<Record<string, unknown>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));

const isKnown = (code: string): code is keyof NoticeTexts => Object.hasOwn(english, code);

/**
 * The words of a notice in a language; undefined for a code that this edition does not know, which a newer one
 * may have kept.
 */
export function writeNotice(
  code: string,
  params: Readonly<Record<string, unknown>>,
  locale: Locale,
): NoticeText | undefined {
  if (!isKnown(code)) return undefined;
  const { title, body } = LANGUAGES[locale]?.[code] ?? english[code];
  return { title: fill(title, params), body: fill(body, params) };
}
