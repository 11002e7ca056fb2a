import { I18nProvider } from '@lingui/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { isLocale, DEFAULT_LOCALE } from '@klieg/i18n';
import { loadLanguage } from './shared/language/load-language.ts';
import { adoptNonce } from './shared/nonce.ts';
import { reportUncaught } from './shared/errors/report-error.ts';

adoptNonce();

const { lang } = document.documentElement;
const i18n = await loadLanguage(isLocale(lang) ? lang : DEFAULT_LOCALE);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nProvider i18n={i18n}>
        <HydratedRouter onError={reportUncaught} />
      </I18nProvider>
    </StrictMode>,
  );
});
