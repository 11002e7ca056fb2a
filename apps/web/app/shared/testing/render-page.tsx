import type { SiteConfig } from '@klieg/contract';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';

/**
 * Renders a part of a page under a language and a router that answers every address with it. For tests.
 * @param root what every page knows of the site and the visitor; absent: nothing
 */
export function renderPage(
  page: ReactNode,
  address = '/',
  root?: { readonly expectsMember?: boolean; readonly siteConfig?: Partial<SiteConfig> },
): RenderResult & { readonly router: ReturnType<typeof createMemoryRouter> } {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
  const router = createMemoryRouter([{ path: '*', id: 'root', element: page }], {
    initialEntries: [address],
    ...(root && { hydrationData: { loaderData: { root } } }),
  });
  const result = render(
    <I18nProvider i18n={i18n}>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  return { ...result, router };
}
