/**
 * Runs before the first paint: where this browser was shown no banner the last time, since its person has a
 * membership or has closed all, no place is kept for one, so that nothing moves.
 */
export const BANNER_SCRIPT =
  "try{if(localStorage.getItem('klieg.no-banner')==='true')document.documentElement.dataset.noBanner=''}catch{}";
