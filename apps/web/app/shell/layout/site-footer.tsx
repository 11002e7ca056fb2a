import { LOCALES } from '@klieg/i18n';
import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { openModal } from '../../shared/modal/modal-store.ts';
import { lazyPart } from '../../shared/lazy-part.ts';
import { useSiteConfig } from '../../shared/site.ts';
import { switchTheme } from '../../shared/theme/account-theme.ts';

/** Comes where there is something to choose. */
const LanguageChoice = lazyPart(() => import('./language-choice.tsx'));

/** The foot of every page: law, help, language where there is more than one, lights. */
export function SiteFooter() {
  const { t } = useLingui();
  const discordUrl = useSiteConfig()?.discordUrl;
  const links = [
    ['/legal', t`Legal`],
    ['/legal/2257', t`2257 statement`],
    ['/complaints', t`Complaints`],
    ['/support', t`Support`],
    ['/faq', t`Questions`],
    ['/models/signup', t`Become a model`],
  ] as const;
  return (
    <footer className="site-footer">
      <nav aria-label={t`Site`}>
        {links.map(([to, text]) => (
          <a className="footer-link" href={to} key={to}>
            {text}
          </a>
        ))}
        {discordUrl && (
          <a className="footer-link" href={discordUrl} rel="noopener noreferrer" target="_blank">
            Discord
          </a>
        )}
        <button className="footer-link" onClick={() => openModal('consent', {})} type="button">
          <Trans>Cookies</Trans>
        </button>
        <span className="grow" />
        {LOCALES.length > 1 && (
          <Suspense>
            <LanguageChoice />
          </Suspense>
        )}
        <Button kind="text" size="small" icon="moon" onClick={switchTheme}>
          <Trans>Light or dark theme</Trans>
        </Button>
        <span className="small">
          <Trans>18+ only. RTA labeled.</Trans>
        </span>
      </nav>
    </footer>
  );
}
