/**
 * Runs before the first paint: where this browser was shown no banner the last time, since its person has a
 * membership or has closed all, no place is kept for one, so that nothing moves. Where one was closed, the one that
 * the page brings may be it, and is not shown before that is known.
 */
export const BANNER_SCRIPT =
  "try{const d=document.documentElement.dataset,l=localStorage;if(l.getItem('klieg.no-banner')==='true')d.noBanner='';if(l.getItem('klieg.banners-closed'))d.closedBanner=''}catch{}";
