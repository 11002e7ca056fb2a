import { useCallback, useEffect, useState } from 'react';

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

type Read<T> = (cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>;

export interface MorePages<T> {
  /** Undefined until the first page is there. */
  readonly items: readonly T[] | undefined;
  /** The last page that was asked for did not come; what came before stays. */
  readonly hasFailed: boolean;
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  /** Reads the next page, or again the one that failed. */
  readonly loadMore: () => void;
  /** What was done to the list itself, such as clearing it. */
  readonly change: (change: (items: readonly T[]) => readonly T[]) => void;
}

interface Pages<T> {
  readonly items?: readonly T[];
  readonly cursor?: string | null;
  /** Of which list the cursor is. */
  readonly of?: Read<T> | undefined;
  readonly phase: 'busy' | 'ready' | 'failed';
}

/** A list that grows page by page; `read` must be stable, another one begins another list. Undefined reads nothing. */
export function useMorePages<T>(read: Read<T> | undefined): MorePages<T> {
  const [pages, setPages] = useState<Pages<T>>({ phase: 'busy' });
  const [asked, setAsked] = useState<{ readonly of?: Read<T> | undefined; readonly from?: string }>({});
  useEffect(() => {
    if (!read) return undefined;
    const from = asked.of === read ? asked.from : undefined;
    const stop = new AbortController();
    read(from, stop.signal).then(
      ({ items, next_cursor: cursor }) =>
        stop.signal.aborted ||
        setPages((old) => ({
          items: from === undefined ? items : [...(old.items ?? []), ...items],
          cursor,
          of: read,
          phase: 'ready',
        })),
      () => stop.signal.aborted || setPages((old) => ({ ...(from !== undefined && old), phase: 'failed' })),
    );
    return () => stop.abort();
  }, [read, asked]);
  const isOfThis = pages.of === read;
  const loadMore = () => {
    setPages((old) => ({ ...old, phase: 'busy' }));
    setAsked(isOfThis && pages.cursor ? { of: read, from: pages.cursor } : {});
  };
  const change = useCallback(
    (changed: (items: readonly T[]) => readonly T[]) =>
      setPages((old) => ({ ...old, items: changed(old.items ?? []) })),
    [],
  );
  return {
    items: pages.items,
    hasFailed: pages.phase === 'failed',
    hasMore: isOfThis && typeof pages.cursor === 'string' && pages.phase !== 'failed',
    isBusy: pages.phase === 'busy',
    loadMore,
    change,
  };
}
