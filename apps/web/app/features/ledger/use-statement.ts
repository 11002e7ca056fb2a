import type { LedgerRow } from '@klieg/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Answer } from '../../shared/api/answers.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { useMember } from '../../shared/me/me-store.ts';
import { type LoadedControl, useLoaded } from '../../shared/use-loaded.ts';
import { type LoadedRows, withNewest } from './statement-rules.ts';

const PAGE = '50';

export interface Statement {
  readonly rows: readonly LedgerRow[];
  readonly state: 'loading' | 'ready' | 'failed';
  /** Whether older rows are on their way, or did not come; what is there stays. */
  readonly older: 'idle' | 'loading' | 'failed';
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
  const [older, setOlder] = useState<Statement['older']>('idle');
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
        setOlder('idle');
      },
      () => {
        if (stop.signal.aborted) return;
        // Rows that are there stay: news of a balance may fail, and so may the next page.
        setOlder(from ? 'failed' : 'idle');
        if (!from) setState((was) => (was === 'ready' ? was : 'failed'));
      },
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
    older,
    hasMore: loaded.cursor !== null,
    archivedBefore: loaded.archivedBefore,
    loadMore: () => {
      setOlder('loading');
      load(loaded.cursor);
    },
    retry: () => {
      setState('loading');
      setAttempt((count) => count + 1);
    },
  };
}

/** What was spent in the last days, for the chart; read again with every change of the balance. */
export function useSpending(dayCount: number, held: number): LoadedControl<Answer<'getSpending'>> {
  const tokens = useMember()?.tokens;
  return useLoaded(`spending ${tokens} ${held}`, (signal) =>
    // One more: the first of the days began earlier than now.
    lateApi.getSpending({ query: { days: String(dayCount + 1) }, signal }),
  );
}
