/**
 * How long after closing an opener may still disappear because of what was done in the dialog, in milliseconds; the
 * answer has come by then.
 */
const WATCHED_MS = 5_000;
/** A dialog that replaces another opens within this time. */
const HANDED_ON_MS = 1_000;

let handedOn: Element | null = null;

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** The focused element as a dialog opens; when it replaces another dialog, the opener of the first. */
export function openerNow(): Element | null {
  return isNowhere() ? handedOn : document.activeElement;
}

/** A dialog is gone; one that takes its place gives the focus back to the same opener. */
export function handOn(opener: Element | null): void {
  handedOn = opener;
  setTimeout(() => {
    if (handedOn === opener) handedOn = null;
  }, HANDED_ON_MS);
}

/** The heading of the page: somewhere that says where one is, rather than nowhere. */
function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  if (!heading || !isNowhere()) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Moves focus to the heading if the focused element disappears because of what was done in the dialog. */
function watch(opener: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (opener.isConnected) return;
    observer.disconnect();
    focusHeading();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WATCHED_MS);
}

/** Returns focus to what opened a dialog; to the page's heading if that is gone, or nothing was pressed. */
export function giveBackFocus(opener: Element | null): void {
  if (!(opener instanceof HTMLElement) || !opener.isConnected || opener === document.body)
    return focusHeading();
  opener.focus();
  watch(opener);
}
