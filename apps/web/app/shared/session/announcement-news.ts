import type { SiteConfig } from '@klieg/contract';

/** The newest announcement for whoever is here, as the session began; the code that tells it comes later. */
export const announcementNews: { newest: SiteConfig['bbPost'] } = { newest: null };
