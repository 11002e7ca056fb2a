import { useCallback, useEffect, useState } from 'react';
import { useMember } from '#app/shared/me/me-store.ts';

export interface OwnAnswer<T> {
  readonly value: T;
  /** The personal answer is there; a guest needs none. */
  readonly isOwn: boolean;
  readonly reload: () => void;
}

/**
 * First the shared data of the page, then the personal ones: members have other prices and rights. Read again after a
 * purchase, here or in another page, and when a fan club is joined or left.
 * @param read must be stable; if it fails the current data stay
 */
export function useOwnAnswer<T>(shared: T, read: (signal: AbortSignal) => Promise<T>): OwnAnswer<T> {
  const member = useMember();
  const [own, setOwn] = useState<{ readonly of: unknown; readonly value: T }>();
  const [attempt, setAttempt] = useState(0);
  const rights =
    member &&
    [
      member.user.id,
      member.media_ids.length,
      ...member.fanclub_membership_list.map(({ modelUsername, level }) => `${modelUsername} ${level}`),
    ].join(' ');
  useEffect(() => {
    if (rights === undefined) return undefined;
    const stop = new AbortController();
    read(stop.signal).then(
      (value) => stop.signal.aborted || setOwn({ of: read, value }),
      () => undefined,
    );
    return () => stop.abort();
  }, [read, rights, attempt]);
  const isThere = own?.of === read;
  return {
    value: isThere ? own.value : shared,
    isOwn: rights === undefined || isThere,
    reload: useCallback(() => setAttempt((n) => n + 1), []),
  };
}
