import { I18nProvider } from '@lingui/react';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadTexts, pageI18n, type PageTexts } from './shared/language/load-texts.ts';
import { adoptNonce } from './shared/nonce.ts';
import { reportUncaught } from './shared/errors/report-error.ts';

adoptNonce();

// The server names what the page was drawn with.
await loadTexts((document.documentElement.dataset['texts'] as PageTexts | undefined) ?? 'all');

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nProvider i18n={pageI18n}>
        <HydratedRouter onError={reportUncaught} />
      </I18nProvider>
    </StrictMode>,
  );
});
