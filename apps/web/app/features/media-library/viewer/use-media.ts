import type { MediaDetail } from '@klieg/contract';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { useMe } from '#app/shared/me/me-store.ts';
import { reduceViewer, type ViewerEvent, type ViewerState } from './viewer-state.ts';

/** Addresses of pictures hold for a minute. */
const FRESH_MS = 45_000;
/** One that failed is asked for again, but not over and over. */
const AGAIN_MS = 5_000;

export interface MediaControl {
  readonly viewer: ViewerState;
  readonly dispatch: (event: ViewerEvent) => void;
  /** It is known that this person may not see it, or that it is not there. */
  readonly isMissing: boolean;
  readonly hasFailed: boolean;
  readonly reload: () => void;
  /** Reloads it if its file addresses expire soon. */
  readonly refresh: () => void;
  /** A file did not come: perhaps its address has ended. */
  readonly onFileFailed: () => void;
}

interface Asked {
  readonly id: number;
  readonly playlist: number | undefined;
  /** As everybody gets it; null where a guest gets nothing. */
  readonly shared: MediaDetail | null;
}

const start = ({ id, shared }: Asked): ViewerState => {
  const loading: ViewerState = { kind: 'loading', id };
  return shared ? reduceViewer(loading, { type: 'answered', media: shared }) : loading;
};

/**
 * An item as this person may see it: first the shared data, then the personal answer, and again after each purchase.
 */
export function useMedia(asked: Asked): MediaControl {
  const { id, playlist, shared } = asked;
  const me = useMe();
  const [viewer, dispatch] = useReducer(reduceViewer, asked, start);
  const [outcome, setOutcome] = useState<'none' | 'there' | 'missing' | 'failed'>('none');
  const readAt = useRef(0);
  const newest = useRef(0);
  const read = useCallback(() => {
    newest.current += 1;
    const own = newest.current;
    readAt.current = Date.now();
    const query = playlist === undefined ? {} : { playlist: String(playlist) };
    lateApi.getMedia({ params: { id: String(id) }, query }).then(
      ({ media }) => {
        if (own !== newest.current) return;
        if (media) dispatch({ type: 'answered', media });
        setOutcome(media ? 'there' : 'missing');
      },
      () => own === newest.current && setOutcome((old) => (old === 'there' ? old : 'failed')),
    );
  }, [id, playlist]);
  const rights =
    me.kind === 'member'
      ? [
          me.current.user.id,
          me.current.media_ids.length,
          ...me.current.fanclub_membership_list.map(
            ({ modelUsername, level }) => `${modelUsername} ${level}`,
          ),
          me.current.user.ageVerification.state,
        ].join(' ')
      : me.kind;
  useEffect(() => {
    // Files of a free item also have addresses for guests; the shared data contain none.
    if (rights !== 'unknown') read();
  }, [read, rights]);
  const olderThan = (ms: number) => Date.now() - readAt.current > ms;
  return {
    viewer,
    dispatch,
    isMissing: outcome === 'missing' || (shared === null && me.kind === 'guest' && outcome !== 'none'),
    hasFailed: outcome === 'failed' && viewer.kind === 'loading',
    reload: read,
    refresh: () => olderThan(FRESH_MS) && read(),
    onFileFailed: () => olderThan(AGAIN_MS) && read(),
  };
}
