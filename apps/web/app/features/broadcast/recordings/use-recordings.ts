import { useCallback, useEffect, useState } from 'react';
import type { Answer } from '#app/shared/api/answers.ts';
import { api } from '#app/shared/api/client.ts';

export type RecordingRow = Answer<'listRecordings'>['items'][number];

export interface Recordings {
  readonly state: 'loading' | 'ready' | 'failed';
  readonly rows: readonly RecordingRow[];
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly retry: () => void;
  /** Reads the newest again, without a word. */
  readonly refresh: () => void;
  readonly remove: (id: string) => Promise<void>;
}

/** While a file is being made, the list is read again. */
const EVERY_MS = 5_000;

const isUnfinished = ({ state, media_status: offer }: RecordingRow): boolean =>
  state === 'recording' || state === 'processing' || offer === 'encoding';

/** The model's recordings, newest first. */
export function useRecordings(): Recordings {
  const [state, setState] = useState<Recordings['state']>('loading');
  const [rows, setRows] = useState<readonly RecordingRow[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);

  const show = useCallback(({ items, next_cursor }: Answer<'listRecordings'>, isMore: boolean) => {
    setRows((old) => (isMore ? [...old, ...items] : items));
    setCursor(next_cursor);
    setState('ready');
  }, []);
  const read = useCallback(
    (after: string | null) =>
      api
        .listRecordings({ query: after === null ? {} : { cursor: after } })
        .then((answer) => show(answer, after !== null)),
    [show],
  );

  const retry = useCallback(() => {
    setState('loading');
    read(null).catch(() => setState('failed'));
  }, [read]);
  useEffect(() => {
    const stop = new AbortController();
    api.listRecordings({ query: {}, signal: stop.signal }).then(
      (answer) => show(answer, false),
      () => stop.signal.aborted || setState('failed'),
    );
    return () => stop.abort();
  }, [show]);

  const isWaiting = rows.some(isUnfinished);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void read(null).catch(() => undefined), EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting, read]);

  return {
    state,
    rows,
    hasMore: cursor !== null,
    loadMore: () => void read(cursor).catch(() => undefined),
    retry,
    refresh: () => void read(null).catch(() => undefined),
    async remove(id) {
      await api.deleteRecording({ params: { id }, body: {} });
      setRows((old) => old.filter((row) => row.id !== id));
    },
  };
}
