import { Picture } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { liveSources } from '#app/shared/live-sources.ts';
import { useShown } from '#app/shared/me/hidden-names.ts';
import { useWatchRooms } from '../cards/use-room-status.ts';
import { FeedEnd, type FeedEndProps } from './feed-end.tsx';
import type { FeedPlace } from './feed-picture.tsx';
import type { FeedPart, FeedRoom } from './feed-room.ts';
import { FeedScreen } from './feed-screen.tsx';
import { type Feed, type FeedSource, useFeed } from './use-feed.ts';
import { useStage, useStageKeys } from './use-stage.ts';
import './feed.css';

/** More rooms are loaded when this few are left. */
const AHEAD = 4;
/** Screens rendered before and after the current one; others only keep their height. */
const DRAWN = 2;

const endOf = (feed: Feed, shownCount: number): FeedEndProps['state'] => {
  if (feed.phase === 'failed') return 'failed';
  if (feed.hasMore || feed.phase === 'loading') return 'loading';
  if (shownCount > 0) return 'ended';
  return feed.rooms.length > 0 ? 'all-hidden' : 'empty';
};

const placeOf = (position: number, index: number): FeedPlace =>
  position === index ? 'current' : position === index + 1 ? 'next' : 'other';

/** Beside the current screen on wide windows: the one before it, or the one after it. */
function Neighbour({ room }: { readonly room: FeedRoom | undefined }) {
  const source = room?.thumbUrl;
  return (
    <div className="feed-neighbour" aria-hidden="true">
      {source && (
        <Picture
          key={source}
          className="feed-still"
          src={source}
          sources={liveSources(source)}
          sizes="400px"
        />
      )}
    </div>
  );
}

/** Which rooms have had a moving picture: the next one is fetched only once the current one plays. */
function useMoving() {
  const [names, setNames] = useState<ReadonlySet<string>>(new Set());
  const add = useCallback(
    (username: string) => setNames((old) => (old.has(username) ? old : new Set(old).add(username))),
    [],
  );
  return { has: (room: FeedRoom | undefined) => room !== undefined && names.has(room.username), add };
}

/** Sound and pause: sound is kept from room to room, a pause ends with the room. */
function useListening(current: string | undefined) {
  const [isSoundOn, setSoundOn] = useState(false);
  const [paused, setPaused] = useState<string>();
  return {
    isSoundOn,
    isPaused: current !== undefined && paused === current,
    toggleSound: useCallback(() => setSoundOn((isOn) => !isOn), []),
    silence: useCallback(() => setSoundOn(false), []),
    togglePause: () => setPaused((old) => (old === current ? undefined : current)),
  };
}

export interface FeedStageProps {
  /** Another feed needs a fresh stage. */
  readonly source: FeedSource;
  /** What came with the document. */
  readonly first?: FeedPart | undefined;
  readonly onTag: (tag: string) => void;
}

/** Live rooms below each other, one a screen: the current one plays and may sound, the next one plays already. */
export function FeedStage({ source, first, onTag }: FeedStageProps) {
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  const feed = useFeed(source, first);
  const rooms = useShown(feed.rooms);
  const { index, go, toStart, onScroll } = useStage(scroller, rooms.length);
  const current = rooms[index];
  const moving = useMoving();
  const listening = useListening(current?.username);
  const { loadMore, phase, hasMore } = feed;
  const isNearEnd = index >= rooms.length - AHEAD;
  // Also for the first page, and again after a page without new rooms.
  useEffect(() => {
    if (isNearEnd && hasMore && phase === 'idle') loadMore();
  }, [isNearEnd, hasMore, phase, loadMore]);
  useStageKeys({
    onNext: () => go(1),
    onBack: () => go(-1),
    onPause: listening.togglePause,
    onSound: listening.toggleSound,
  });
  useWatchRooms(rooms.slice(Math.max(0, index - 1), index + AHEAD).map(({ username }) => username));
  const restart = () => {
    toStart();
    feed.restart();
  };
  return (
    <div className="feed-stage">
      <Neighbour room={rooms[index - 1]} />
      <div
        ref={scroller}
        className="feed-scroller"
        role="feed"
        aria-label={t`Live rooms`}
        aria-busy={phase === 'loading'}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
        tabIndex={0}
        onScroll={onScroll}
      >
        {rooms.map((room, position) =>
          Math.abs(position - index) > DRAWN ? (
            <div key={room.username} className="feed-screen" aria-hidden="true" />
          ) : (
            <FeedScreen
              key={room.username}
              room={room}
              position={position}
              place={placeOf(position, index)}
              isOpen={position === index || (position === index + 1 && moving.has(current))}
              isSoundOn={listening.isSoundOn}
              isPaused={position === index && listening.isPaused}
              onMoving={moving.add}
              onSound={listening.toggleSound}
              onSilenced={listening.silence}
              onTag={onTag}
            />
          ),
        )}
        <FeedEnd state={endOf(feed, rooms.length)} onRetry={loadMore} onRestart={restart} />
      </div>
      <Neighbour room={rooms[index + 1]} />
      <output className="visually-hidden">{current && <Trans>Now: {current.name}</Trans>}</output>
      <p className="feed-hint" aria-hidden="true">
        <kbd>↑</kbd>
        <kbd>↓</kbd>
        <span>
          <Trans>next room</Trans>
        </span>
      </p>
    </div>
  );
}
