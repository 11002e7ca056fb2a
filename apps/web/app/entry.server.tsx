import { PassThrough } from 'node:stream';
import { I18nProvider } from '@lingui/react';
import { makeLog } from '@klieg/log';
import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type RouterContextProvider, ServerRouter } from 'react-router';
import { loadLanguage } from './shared/language/load-language.ts';
import { localeOfRequest } from './shared/language/request-locale.ts';
import { EARLY_PRESS_SCRIPT } from './shared/forms/early-press.ts';
import { HeadScriptContext, NonceContext } from './shared/nonce.ts';
import { THEME_SCRIPT } from './shared/theme/theme.ts';
import { BANNER_SCRIPT } from './shell/banner/banner-script.ts';
import { ErrorPage } from './shell/errors/error-page.tsx';
import { isPageFault } from './shell/errors/is-page-fault.ts';
import { keepErrorPage } from './shell/errors/late-error-page.tsx';
import { servicesContext } from './services.ts';

// One instance of the context key: the server sets it through this module.
export { servicesContext } from './services.ts';

/** Longest time that a page may take to be complete, in milliseconds. */
export const streamTimeout = 5_000;

const HEAD_SCRIPT = `${THEME_SCRIPT};${BANNER_SCRIPT};${EARLY_PRESS_SCRIPT}`;

keepErrorPage(ErrorPage);

const log = makeLog({ part: 'pages' });

/** Faults and bugs of loaders and components, and pages that took too long; refusals and visitors who left are not logged. */
export function handleError(error: unknown, { request }: { request: Request }): void {
  if (!isPageFault(error, request.signal)) return;
  log.error({ err: error, url: new URL(request.url).pathname }, 'page failed');
}

/** Renders a page as a stream; robots get it in one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const i18n = await loadLanguage(localeOfRequest(request));
  const { nonce } = context.get(servicesContext);
  const readyEvent = isbot(request.headers.get('user-agent') ?? '') ? 'onAllReady' : 'onShellReady';
  return new Promise((resolve, reject) => {
    let answerStatus = status;
    let isShellSent = false;
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <HeadScriptContext value={HEAD_SCRIPT}>
          <I18nProvider i18n={i18n}>
            <ServerRouter context={entry} url={request.url} nonce={nonce} />
          </I18nProvider>
        </HeadScriptContext>
      </NonceContext>,
      {
        nonce,
        [readyEvent]() {
          isShellSent = true;
          const body = new PassThrough();
          headers.set('content-type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { headers, status: answerStatus }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          answerStatus = 500;
          if (isShellSent) handleError(error, { request });
        },
      },
    );
    setTimeout(abort, streamTimeout + 1_000).unref();
  });
}
