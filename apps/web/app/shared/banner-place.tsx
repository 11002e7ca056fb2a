import { createContext, type ReactNode, use } from 'react';

/** The banner's element, provided by the layout; nothing where no banner is shown. */
export const BannerContext = createContext<ReactNode>(null);

/**
 * The place of a banner, first in a page's content, so that it has the content's width and edge. A page without it has
 * no banner, such as refusals and errors.
 */
export const BannerPlace = (): ReactNode => use(BannerContext);
