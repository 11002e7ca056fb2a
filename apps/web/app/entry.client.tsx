import { I18nProvider } from '@lingui/react';
import { type ReactNode, startTransition, StrictMode, useLayoutEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { loadTexts, pageI18n, type PageTexts } from './shared/language/load-texts.ts';
import { replayEarlyInput } from './shared/forms/early-input.ts';
import { replayEarlyPress } from './shared/forms/early-press.ts';
import { answerFirst } from './shared/navigation/answer-first.ts';
import { adoptNonce } from './shared/nonce.ts';
import { reportUncaught } from './shared/errors/report-error.ts';

adoptNonce();

// The server names what the page was drawn with.
await loadTexts((document.documentElement.dataset['texts'] as PageTexts | undefined) ?? 'all');

declare global {
  /** That of the framework, made while it draws for the first time. */
  var __reactRouterDataRouter: Parameters<typeof answerFirst>[0] | undefined;
}

/** Before anything is drawn a second time, which would empty the fields. */
function WithEarlyInput({ children }: { readonly children: ReactNode }) {
  useLayoutEffect(() => {
    if (globalThis.__reactRouterDataRouter) answerFirst(globalThis.__reactRouterDataRouter);
    replayEarlyInput();
    replayEarlyPress();
  }, []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <I18nProvider i18n={pageI18n}>
        <WithEarlyInput>
          <HydratedRouter onError={reportUncaught} />
        </WithEarlyInput>
      </I18nProvider>
    </StrictMode>,
  );
});
