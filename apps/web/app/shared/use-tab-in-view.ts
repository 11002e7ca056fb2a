import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps the tab of the page in the middle of a row that is wider than the window, also where the row gets its width
 * later. Only the row scrolls, never the page. @param page changes with the tab
 */
export function useTabInView(page: string): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = nav.current;
    if (!row) return undefined;
    const show = () => {
      const tab = row.querySelector('[aria-current=page]');
      if (!tab) return;
      const [place, inside] = [row.getBoundingClientRect(), tab.getBoundingClientRect()];
      row.scrollLeft += inside.left + inside.width / 2 - (place.left + place.width / 2);
    };
    show();
    if (!('ResizeObserver' in globalThis)) return undefined;
    const watcher = new ResizeObserver(show);
    watcher.observe(row);
    return () => watcher.disconnect();
  }, [page]);
  return nav;
}
