import { useCallback } from 'react';
import { type MorePages, useMorePages } from '../../shared/use-more-pages.ts';
import { type Desk, type DeskAnswer, useRefused } from './use-desk.ts';

export interface DeskPages<T>
  extends Desk<readonly T[]>, Pick<MorePages<T>, 'hasFailed' | 'hasMore' | 'isBusy' | 'loadMore'> {}

type Read<T> = NonNullable<Parameters<typeof useMorePages<T>>[0]>;

/** A list of the back office that grows page by page. @param read must be stable, another one begins another list */
export function useDeskPages<T>(read: Read<T>): DeskPages<T> {
  const { refused, noting } = useRefused();
  const { items, hasFailed, hasMore, isBusy, loadMore, reload } = useMorePages<T>(
    useCallback<Read<T>>((cursor, signal) => noting(read(cursor, signal)), [noting, read]),
  );
  const answer: DeskAnswer<readonly T[]> = refused
    ? { kind: refused }
    : items
      ? { kind: 'ready', value: items }
      : { kind: hasFailed ? 'failed' : 'loading' };
  return { answer, reload, hasFailed, hasMore, isBusy, loadMore };
}
