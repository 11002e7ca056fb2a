import { useCallback, useEffect, useState } from 'react';

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

export interface CardPages<T> {
  /** Undefined while the first page is on the way. */
  readonly items: readonly T[] | undefined;
  readonly hasFailed: boolean;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
  readonly change: (change: (items: readonly T[]) => readonly T[]) => void;
}

/** A list that comes page by page; `read` must be stable, undefined reads nothing. */
export function useCards<T>(
  read: ((cursor: string | undefined, signal: AbortSignal) => Promise<Page<T>>) | undefined,
): CardPages<T> {
  const [items, setItems] = useState<readonly T[]>();
  const [cursor, setCursor] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!read) return undefined;
    const stop = new AbortController();
    read(undefined, stop.signal).then(
      (page) => {
        setItems(page.items);
        setCursor(page.next_cursor);
        setFailed(false);
      },
      () => stop.signal.aborted || setFailed(true),
    );
    return () => stop.abort();
  }, [read, attempt]);
  const loadMore = useCallback(() => {
    if (!read || cursor === null) return;
    read(cursor, new AbortController().signal).then(
      (page) => {
        setItems((old = []) => [...old, ...page.items]);
        setCursor(page.next_cursor);
      },
      () => undefined,
    );
  }, [read, cursor]);
  return {
    items,
    hasFailed,
    hasMore: cursor !== null,
    loadMore,
    retry: () => setAttempt((n) => n + 1),
    change: (change) => setItems((old = []) => change(old)),
  };
}
