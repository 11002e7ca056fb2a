import type { CurrentUser, SiteConfig } from '@klieg/contract';

/** What tests ask of the services that a page is rendered with. */
export interface PageServices {
  currentUser(): Promise<CurrentUser | null>;
  siteConfig(): Promise<SiteConfig>;
}
