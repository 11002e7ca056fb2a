import { LOCALE_NAMES, LOCALES } from '@klieg/i18n';
import { Trans, useLingui } from '@lingui/react/macro';
import { writeCookie } from '../../shared/cookie.ts';

const chooseLanguage = (locale: string): void => {
  writeCookie('locale', locale);
  location.reload();
};

/** The language of the pages, for this browser. */
export default function LanguageChoice() {
  const { i18n } = useLingui();
  return (
    <label className="flex items-center gap-2">
      <span className="visually-hidden">
        <Trans>Language</Trans>
      </span>
      <select
        className="input h-7! w-auto max-tablet:h-11!"
        value={i18n.locale}
        onChange={(event) => chooseLanguage(event.target.value)}
      >
        {LOCALES.map((locale) => (
          <option key={locale} value={locale}>
            {LOCALE_NAMES[locale]}
          </option>
        ))}
      </select>
    </label>
  );
}
