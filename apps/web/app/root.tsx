import faviconUrl from './assets/favicon.svg?no-inline';
import archivoUrl from '@klieg/ui/fonts/archivo-latin-wdth-normal.woff2?url';
import hankenUrl from '@klieg/ui/fonts/hanken-grotesk-latin-wght-normal.woff2?url';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import {
  Links,
  type LinksFunction,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
  useLocation,
  useMatches,
} from 'react-router';
import type { Route } from './+types/root.ts';
import { servicesContext } from './services.ts';
import { loadTexts } from './shared/language/load-texts.ts';
import { localeOfRequest } from './shared/language/request-locale.ts';
import { readCookie } from './shared/cookie.ts';
import { HeadScriptContext, NonceContext } from './shared/nonce.ts';
import { reloadForNewerBuild, startSession } from './shared/session/start-session.ts';
import { themeOfCookie } from './shared/theme/theme.ts';
import { errorTitle } from './shell/errors/error-title.ts';
import { LateErrorPage } from './shell/errors/late-error-page.tsx';
import type { PageHandle } from './shell/layout/page-handle.ts';
import { makeScrollPlaces } from './shell/scroll/scroll-place.ts';
import { SuspensionGate } from './shell/errors/suspension-gate.tsx';
import stylesUrl from './styles/app.css?url';

/** Which history entries share a scroll position; the server, which answers many people, has none. */
const scrollPlaceOf = typeof window === 'undefined' ? undefined : makeScrollPlaces();

export { shouldRevalidate } from './shared/revalidate.ts';

const font = (href: string) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  crossOrigin: 'anonymous' as const,
  href,
});

/**
 * What every page looks like, first, since it declares the order of the CSS layers; and the two latin fonts,
 * which are fetched with the page, not after its styles. The styles belong to no piece of code: were they
 * imported, a piece of code that comes later could bring them a second time, behind the rules of the page.
 */
export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: stylesUrl },
  font(archivoUrl),
  font(hankenUrl),
  { rel: 'icon', href: faviconUrl, type: 'image/svg+xml' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
];

/** The first page brings only its own texts; going to another page loads the texts of all. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async (_, next) => {
    await loadTexts();
    return next();
  },
];

/** What every page knows: the site, the language, the theme. The same for everyone, nothing personal. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const cookies = request.headers.get('cookie');
  return {
    siteConfig: await services.siteConfig(request),
    locale: localeOfRequest(request),
    theme: themeOfCookie(cookies) ?? null,
    // Not who: whether the place of an account is drawn, or the ways in.
    expectsMember: readCookie(cookies, 'member') === '1',
  };
}

/** Tells search engines and filters what the site is; an error page, whose route has no name, is named by the error. */
export const meta: Route.MetaFunction = ({ loaderData, error }) => [
  {
    title:
      (error ? errorTitle(error) : undefined) ??
      loaderData?.siteConfig.site.custom.meta_title ??
      loaderData?.siteConfig.site.display_name ??
      'Klieg',
  },
  { name: 'rating', content: 'RTA-5042-1996-1400-1577-RTA' },
];

/** The document around every page and every error page. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const handles = useMatches().map(({ handle }) => handle as PageHandle | undefined);
  const nonce = useContext(NonceContext);
  const headScript = useContext(HeadScriptContext);
  const isAlwaysDark = data?.siteConfig.site.custom.force_dark_mode ?? false;
  return (
    <html
      lang={data?.locale ?? 'en'}
      data-theme={isAlwaysDark ? 'dark' : (data?.theme ?? 'dark')}
      data-fixed-theme={isAlwaysDark ? 'dark' : undefined}
      data-texts={handles.find((handle) => handle?.texts)?.texts}
      data-bare={handles.some((handle) => handle?.isBare) || undefined}
      data-version={data?.siteConfig.version}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="dark light" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: headScript }} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration {...(scrollPlaceOf && { getKey: scrollPlaceOf })} />
        <Scripts />
      </body>
    </html>
  );
}

/** Starts personal parts after the page has become interactive. */
export default function Root() {
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  useEffect(() => {
    if (!document.documentElement.dataset['bare']) void startSession();
  }, []);
  useEffect(() => {
    if (!isFirst.current) reloadForNewerBuild();
    isFirst.current = false;
  }, [pathname]);
  return (
    <SuspensionGate pathname={pathname}>
      <Outlet />
    </SuspensionGate>
  );
}

/** Every error that no route shows itself. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LateErrorPage error={error} />;
}
