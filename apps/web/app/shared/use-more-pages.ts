import { useEffect, useState } from 'react';

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

export interface MorePages<T> {
  /** Undefined until the first page is there. */
  readonly items: readonly T[] | undefined;
  /** The last page that was asked for did not come; what came before stays. */
  readonly hasFailed: boolean;
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  /** Reads the next page, or again the one that failed. */
  readonly loadMore: () => void;
}

interface Pages<T> {
  readonly items?: readonly T[];
  readonly cursor?: string | null;
  readonly phase: 'busy' | 'ready' | 'failed';
}

/** A list that grows page by page; `read` must be stable. */
export function useMorePages<T>(
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>,
): MorePages<T> {
  const [pages, setPages] = useState<Pages<T>>({ phase: 'busy' });
  const [asked, setAsked] = useState<{ readonly from?: string }>({});
  useEffect(() => {
    const stop = new AbortController();
    read(asked.from, stop.signal).then(
      ({ items, next_cursor: cursor }) =>
        stop.signal.aborted ||
        setPages((old) => ({
          items: asked.from === undefined ? items : [...(old.items ?? []), ...items],
          cursor,
          phase: 'ready',
        })),
      () => stop.signal.aborted || setPages((old) => ({ ...old, phase: 'failed' })),
    );
    return () => stop.abort();
  }, [read, asked]);
  const loadMore = () => {
    setPages((old) => ({ ...old, phase: 'busy' }));
    setAsked(pages.cursor ? { from: pages.cursor } : {});
  };
  return {
    items: pages.items,
    hasFailed: pages.phase === 'failed',
    hasMore: typeof pages.cursor === 'string' && pages.phase !== 'failed',
    isBusy: pages.phase === 'busy',
    loadMore,
  };
}
