import { useEffect, useRef } from 'react';

/** Reads a list again whenever `news` grows; what is open in it stays. @param reload must be stable */
export function useNews(news: number, reload: () => void): void {
  const known = useRef(news);
  useEffect(() => {
    if (known.current === news) return;
    known.current = news;
    reload();
  }, [news, reload]);
}
