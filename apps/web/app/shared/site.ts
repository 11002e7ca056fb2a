import type { SiteConfig } from '@klieg/contract';
import { useRouteLoaderData } from 'react-router';
import { verifyPath } from './navigation/verify-path.ts';

interface RootData {
  readonly siteConfig: SiteConfig;
  /** The browser that asked for the page has a log-in, which may have ended. */
  readonly expectsMember: boolean;
}

/** The site's configuration; undefined only on an error page whose own loading failed. */
export const useSiteConfig = (): SiteConfig | undefined => useRouteLoaderData<RootData>('root')?.siteConfig;

/** Where members prove their identity, on this page's brand. */
export const useVerifyPath = (): string => verifyPath(useSiteConfig()?.isFlingSubdomain ?? false);

/** Whether the page was rendered for a logged-in visitor; who that is comes later, if anybody. */
export const useExpectsMember = (): boolean => useRouteLoaderData<RootData>('root')?.expectsMember ?? false;
