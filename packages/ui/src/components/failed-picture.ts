/**
 * A ref that calls back when a picture had failed before the page became interactive, since its error
 * event is over by then.
 */
export const whenFailedBefore =
  (onFail: (() => void) | undefined) =>
  (image: HTMLImageElement | null): void => {
    if (image?.complete && image.naturalWidth === 0 && image.getAttribute('src')) onFail?.();
  };
