interface Navigates {
  navigate(...to: never[]): Promise<void>;
}

/** Longer than any frame of a page that is seen. */
const UNSEEN_MS = 100;

/** Resolves once the browser has shown everything rendered so far; soon in a hidden page. */
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
 * Lets the page respond to a press before navigation begins: route matching takes a slow phone several frames, in which
 * the pressed element could not show it. Navigations begin in the order requested. A repeat does nothing.
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
