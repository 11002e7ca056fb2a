import type { LedgerRow } from '@klieg/contract';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';
import { useCallback, useEffect, useRef, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { type LoadedRows, withNewest } from './statement-rules.ts';

const PAGE = '50';

export interface Statement {
  readonly rows: readonly LedgerRow[];
  readonly state: 'loading' | 'ready' | 'failed';
  readonly hasMore: boolean;
  /** At the end: older rows are archived. */
  readonly archivedBefore: string | null;
  readonly loadMore: () => void;
  readonly retry: () => void;
}

/**
 * The person's transfers, newest first, page by page; read again when the balance changes.
 * @param held the held part: a charge of held tokens changes only that
 */
export function useStatement(held: number | undefined): Statement {
  const current = useMember();
  const isKnown = current !== undefined;
  const balance = current && (current.user.type === 'model' ? current.earnings : current.tokens);
  const [loaded, setLoaded] = useState<LoadedRows>({ rows: [], cursor: null, archivedBefore: null });
  const [state, setState] = useState<Statement['state']>('loading');
  const [attempt, setAttempt] = useState(0);
  const running = useRef<AbortController>(undefined);

  const load = useCallback((from: string | null) => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    lateApi.listHistory({ query: { limit: PAGE, ...(from && { cursor: from }) }, signal: stop.signal }).then(
      ({ items, next_cursor: nextCursor, archived_before: before }) => {
        const page = { rows: items, cursor: nextCursor, archivedBefore: before };
        setLoaded((known) => (from ? { ...page, rows: [...known.rows, ...items] } : withNewest(known, page)));
        setState('ready');
      },
      () => !stop.signal.aborted && setState('failed'),
    );
  }, []);

  useEffect(() => {
    if (!isKnown) return undefined;
    load(null);
    return () => running.current?.abort();
  }, [isKnown, balance, held, attempt, load]);

  return {
    rows: loaded.rows,
    state,
    hasMore: loaded.cursor !== null,
    archivedBefore: loaded.archivedBefore,
    loadMore: () => load(loaded.cursor),
    retry: () => {
      setState('loading');
      setAttempt((count) => count + 1);
    },
  };
}

const SPENDING_PAGES_MAX = 5;

/** Rows of the last days for the chart, at most 500 of them. */
export function useRecentRows(dayCount: number): readonly LedgerRow[] {
  const isKnown = useMember() !== undefined;
  const [rows, setRows] = useState<readonly LedgerRow[]>([]);
  useEffect(() => {
    if (!isKnown) return undefined;
    const stop = new AbortController();
    const from = utcDayOf(Date.now() - dayCount * DAY_MS);
    const read = async () => {
      const found: LedgerRow[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < SPENDING_PAGES_MAX; page++) {
        const answer: { items: LedgerRow[]; next_cursor: string | null } = await lateApi.listHistory({
          query: { limit: '100', from, ...(cursor && { cursor }) },
          signal: stop.signal,
        });
        found.push(...answer.items);
        cursor = answer.next_cursor;
        if (cursor === null) break;
      }
      setRows(found);
    };
    read().catch(() => undefined);
    return () => stop.abort();
  }, [isKnown, dayCount]);
  return rows;
}
