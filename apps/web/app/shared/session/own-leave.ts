/*
 * A page that ends its own log-in goes on where it wants to. What it hears meanwhile of the same end, over its socket,
 * must not load it anew in place of that.
 */
let isLeaving = false;

/** The back button may show a page as it was before the log-in ended: it is loaded anew. */
const reloadWhenShownAgain = (event: PageTransitionEvent): void => {
  if (event.persisted) location.reload();
};

/** From now on; `false` where the log-in has not ended after all. */
export const leaveBy = (isOwn: boolean): void => {
  isLeaving = isOwn;
  if (isOwn) addEventListener('pageshow', reloadWhenShownAgain);
  else removeEventListener('pageshow', reloadWhenShownAgain);
};

/** Loads the page anew, but for one that is leaving by itself. */
export const reloadUnlessLeaving = (): void => {
  if (!isLeaving) location.reload();
};
