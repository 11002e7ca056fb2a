import { createContext, type ReactNode, use } from 'react';

/** What stands in the place of a banner; the layout gives it, and nothing where no banner is shown. */
export const BannerContext = createContext<ReactNode>(null);

/**
 * The place of a banner, as the first thing of a page's content, so that it has the content's width and edge. A page
 * that does not draw it has none: refusals and errors for one.
 */
export const BannerPlace = (): ReactNode => use(BannerContext);
