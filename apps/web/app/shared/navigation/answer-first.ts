interface Navigates {
  navigate(...to: never[]): Promise<void>;
}

/** Longer than any frame of a page that is seen. */
const UNSEEN_MS = 100;

/** Resolves once the browser has shown what has been drawn until now; soon in a page that nobody sees. */
const whenShown = () =>
  new Promise<void>((resolve) => {
    const unseen = setTimeout(resolve, UNSEEN_MS);
    requestAnimationFrame(() => {
      clearTimeout(unseen);
      // Frames are shown after their callbacks.
      setTimeout(resolve);
    });
  });

const known = new WeakSet<Navigates>();

/**
 * Lets the page answer a press before the way to another page begins: finding it takes a slow phone several frames,
 * in which what was pressed could not show so. Ways begin in the order in which they were asked for. A repeat does nothing.
 */
export function answerFirst(router: Navigates): void {
  if (known.has(router)) return;
  known.add(router);
  const go = router.navigate.bind(router);
  router.navigate = async (...to) => {
    if (document.visibilityState === 'visible') await whenShown();
    await go(...to);
  };
}
