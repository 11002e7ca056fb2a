import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { DEFAULT_LOCALE, isLocale, type Locale } from '@klieg/i18n';

type Part = () => Promise<{ messages: Messages }>;

/** Which texts a page is drawn with: those of every page, those of the room as well, or all there are. */
export type PageTexts = 'every' | 'room' | 'all';

type PartName = 'every' | 'room' | 'other';

const parts: Record<Locale, Record<PartName, Part>> = {
  en: {
    every: () => import('@klieg/i18n/catalogues/en/messages.po?part=every'),
    room: () => import('@klieg/i18n/catalogues/en/messages.po?part=room'),
    other: () => import('@klieg/i18n/catalogues/en/messages.po?part=other'),
  },
};

const NEEDED = { every: ['every'], room: ['every', 'room'], all: ['every', 'room', 'other'] } as const;

const { lang } = typeof document === 'undefined' ? { lang: '' } : document.documentElement;
const pageLocale = isLocale(lang) ? lang : DEFAULT_LOCALE;
const loaded = new Set<PartName>();

/** The browser's texts. */
export const pageI18n: I18n = setupI18n({ locale: pageLocale, messages: { [pageLocale]: {} } });

/** Fetches the texts that are not there yet; a second call is free. */
export async function loadTexts(wanted: PageTexts = 'all'): Promise<void> {
  const missing = NEEDED[wanted].filter((name) => !loaded.has(name));
  const found = await Promise.all(missing.map((name) => parts[pageLocale][name]()));
  for (const name of missing) loaded.add(name);
  if (found.length > 0)
    pageI18n.load(pageLocale, Object.assign({}, ...found.map(({ messages }) => messages)) as Messages);
}
