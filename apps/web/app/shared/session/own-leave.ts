/* A page that ends its own log-in goes where it wants. News of that end over its socket must not reload it instead. */
let isLeaving = false;

/** The back button may show a page from before the log-in ended: it is reloaded. */
const reloadWhenShownAgain = (event: PageTransitionEvent): void => {
  if (event.persisted) location.reload();
};

/** From now on; `false` where the log-in has not ended after all. */
export const leaveBy = (isOwn: boolean): void => {
  isLeaving = isOwn;
  if (isOwn) addEventListener('pageshow', reloadWhenShownAgain);
  else removeEventListener('pageshow', reloadWhenShownAgain);
};

/** Reloads the page, unless it is leaving by itself. */
export const reloadUnlessLeaving = (): void => {
  if (!isLeaving) location.reload();
};
