import { LOCALE_NAMES, LOCALES } from '@klieg/i18n';
import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { openModal } from '../../shared/modal/modal-store.ts';
import { writeCookie } from '../../shared/cookie.ts';
import { switchTheme } from '../../shared/theme/account-theme.ts';

const chooseLanguage = (locale: string): void => {
  writeCookie('locale', locale);
  location.reload();
};

function LanguageChoice() {
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

/** The foot of every page: law, help, language where there is more than one, lights. */
export function SiteFooter() {
  const { t } = useLingui();
  const links = [
    { to: '/legal', text: t`Legal` },
    { to: '/legal/2257', text: t`2257 statement` },
    { to: '/complaints', text: t`Complaints` },
    { to: '/support', text: t`Support` },
    { to: '/faq', text: t`Questions` },
    { to: '/models/signup', text: t`Become a model` },
  ];
  return (
    <footer className="site-footer">
      <nav aria-label={t`Site`}>
        {links.map(({ to, text }) => (
          <a key={to} href={to} className="footer-link">
            {text}
          </a>
        ))}
        <button type="button" className="footer-link" onClick={() => openModal('consent', {})}>
          <Trans>Cookies</Trans>
        </button>
        <span className="grow" />
        {LOCALES.length > 1 && <LanguageChoice />}
        <Button kind="text" size="small" icon="moon" onClick={switchTheme}>
          <Trans>Switch the lights</Trans>
        </Button>
        <span className="small">
          <Trans>18+ only. RTA labelled.</Trans>
        </span>
      </nav>
    </footer>
  );
}
