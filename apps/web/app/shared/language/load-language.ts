import { type I18n, type Messages, setupI18n } from '@lingui/core';
import type { Locale } from '@klieg/i18n';

type Catalogue = () => Promise<{ messages: Messages }>;

const catalogues: Record<Locale, Catalogue> = {
  en: () => import('@klieg/i18n/catalogues/en/messages.po'),
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
