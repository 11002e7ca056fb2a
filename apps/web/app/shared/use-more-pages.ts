import { useCallback, useEffect, useRef, useState } from 'react';

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
  /**
   * Reads again from the beginning, as many pages as are shown; these stay until the answer arrives. During a pending
   * request it runs after it.
   */
  readonly reload: () => void;
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

/** What is read next: the page after `from`, or without it this many pages from the beginning. */
interface Asked<T> {
  readonly of?: Read<T> | undefined;
  readonly from?: string;
  readonly pages?: number;
}

/** The first pages as one, with the number of those that there are. */
async function readFirst<T>(read: Read<T>, wanted: number, signal: AbortSignal) {
  let page = await read(undefined, signal);
  const items = [...page.items];
  let pages = 1;
  for (; pages < wanted && page.next_cursor !== null && !signal.aborted; pages += 1) {
    page = await read(page.next_cursor, signal);
    items.push(...page.items);
  }
  return { items, next_cursor: page.next_cursor, pages };
}

/** A list that grows page by page; `read` must be stable, another one begins another list. Undefined reads nothing. */
export function useMorePages<T>(read: Read<T> | undefined): MorePages<T> {
  const [pages, setPages] = useState<Pages<T>>({ phase: 'busy' });
  const [asked, setAsked] = useState<Asked<T>>({});
  const reading = useRef({ isOn: false, isWantedAgain: false, pages: 1 });
  const readAgain = useCallback(() => setAsked({ of: read, pages: reading.current.pages }), [read]);
  useEffect(() => {
    if (!read) return undefined;
    const { from, pages: wanted }: Asked<T> = asked.of === read ? asked : {};
    const stop = new AbortController();
    const now = reading.current;
    now.isOn = true;
    if (from === undefined) {
      now.isWantedAgain = false;
      now.pages = wanted ?? 1;
    }
    const asking: Promise<Page<T> & { readonly pages: number }> =
      from === undefined
        ? readFirst(read, wanted ?? 1, stop.signal)
        : read(from, stop.signal).then((page) => ({ ...page, pages: now.pages + 1 }));
    const end = () => {
      now.isOn = false;
      if (now.isWantedAgain) readAgain();
    };
    asking.then(
      ({ items, next_cursor: cursor, pages: count }) => {
        if (stop.signal.aborted) return;
        now.pages = count;
        setPages((old) => ({
          items: from === undefined ? items : [...(old.items ?? []), ...items],
          cursor,
          of: read,
          phase: 'ready',
        }));
        end();
      },
      () => {
        if (stop.signal.aborted) return;
        setPages((old) => {
          // What was to be read again is still there.
          if (wanted !== undefined && old.of === read) return old;
          return { ...(from !== undefined && old), phase: 'failed' };
        });
        end();
      },
    );
    return () => {
      stop.abort();
      // A press for the next page came between: the reading from the beginning is made up for after it.
      if (now.isOn && wanted !== undefined) now.isWantedAgain = true;
    };
  }, [read, asked, readAgain]);
  const isOfThis = pages.of === read;
  const loadMore = () => {
    setPages((old) => ({ ...old, phase: 'busy' }));
    setAsked(isOfThis && pages.cursor ? { of: read, from: pages.cursor } : {});
  };
  const reload = useCallback(() => {
    if (reading.current.isOn) reading.current.isWantedAgain = true;
    else readAgain();
  }, [readAgain]);
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
    reload,
    change,
  };
}
