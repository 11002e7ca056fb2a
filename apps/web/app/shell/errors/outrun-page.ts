import { isFirstInSession } from '../../shared/first-in-session.ts';

const OUTRUN = /^No result found for routeId/u;

/**
 * Whether a page is to be loaded anew in place of its error: somebody who goes back or on while a page is still loading can
 * have its code run under another address than the one that it was drawn for (react-router issue 13873). Nothing is wrong
 * with either page. Once for an address, lest it go on for ever.
 */
export const isOutrun = (error: unknown): boolean =>
  error instanceof Error && OUTRUN.test(error.message) && isFirstInSession(`outrun ${location.pathname}`);
