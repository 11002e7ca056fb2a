import type { SiteConfig } from '@klieg/contract';
import { useRouteLoaderData } from 'react-router';

interface RootData {
  readonly siteConfig: SiteConfig;
}

/** The site's configuration; undefined only on an error page whose own loading failed. */
export const useSiteConfig = (): SiteConfig | undefined => useRouteLoaderData<RootData>('root')?.siteConfig;
