import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Locale } from '@klieg/i18n';

type Catalogue = () => Promise<{ messages: Messages }>;

// A language without a catalogue of its own shows the English texts until it is translated.
const english: Catalogue = () => import('@klieg/i18n/catalogues/en/messages.po');
const catalogues: Record<Locale, Catalogue> = {
  en: english,
  de: english,
  es: english,
  fr: english,
  it: english,
  nl: english,
};

const loaded = new Map<Locale, Messages>();

/** The language with its texts; a second call for the same language does not load again. */
export async function loadLanguage(locale: Locale): Promise<I18n> {
  let messages = loaded.get(locale);
  if (!messages) {
    messages = (await catalogues[locale]()).messages;
    loaded.set(locale, messages);
  }
  return setupI18n({ locale, messages: { [locale]: messages } });
}
