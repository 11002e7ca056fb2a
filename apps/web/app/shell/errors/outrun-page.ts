import { isFirstInSession } from '../../shared/first-in-session.ts';

const OUTRUN = /^No result found for routeId/u;

/**
 * Whether to reload instead of showing an error: going back or on while a page is still loading can run its code under
 * another address than it was rendered for (react-router issue 13873), though both pages are fine. Once per address, to
 * avoid a loop.
 */
export const isOutrun = (error: unknown): boolean =>
  error instanceof Error && OUTRUN.test(error.message) && isFirstInSession(`outrun ${location.pathname}`);
