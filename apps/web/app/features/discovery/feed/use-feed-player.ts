import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSwiper } from '#app/shared/me/swiper-state.ts';
import {
  askPlayGrant,
  askWithStream,
  forcedTransport,
  largestUpTo,
  openPlayer,
  type PlayerView,
} from '#app/features/playback/index.ts';
import type { FeedRoom } from './feed-room.ts';

/** Lines of the picture at SD. */
const SD_LINES = 480;
/** After this many failed attempts with the chosen transport, any transport is tried. */
const ATTEMPTS_MAX = 2;

type Player = ReturnType<typeof openPlayer>;

const AUTO = 'auto';

export interface FeedPlayer {
  /** Undefined while nothing plays. */
  readonly view: PlayerView | undefined;
  /** Plays on, from the newest picture. */
  readonly toLiveEdge: () => void;
}

/**
 * Plays a room of the feed in a video element while it is open, in the quality and the way that this browser has
 * chosen; a chosen way that brings no picture gives way to the others.
 */
export function useFeedPlayer(
  video: RefObject<HTMLVideoElement | null>,
  { username, stream }: Pick<FeedRoom, 'username' | 'stream'>,
  isOpen: boolean,
): FeedPlayer {
  const { video_quality: quality, stream_type: type } = useSwiper();
  const [view, setView] = useState<PlayerView>();
  const [isAnyWay, setAnyWay] = useState(false);
  const player = useRef<Player>(undefined);
  // The right that came with the list plays once; later ones are asked for.
  const unused = useRef(stream);
  const wanted = quality === 'sd' && view ? (largestUpTo(SD_LINES, view.renditions) ?? AUTO) : AUTO;
  const wish = useRef(wanted);
  const isSd = useRef(quality === 'sd');
  // Only a right that was asked for says which renditions there are; the one of a list does not.
  useEffect(() => {
    isSd.current = quality === 'sd';
    if (isSd.current) player.current?.refresh();
  }, [quality]);
  useEffect(() => {
    wish.current = wanted;
    player.current?.setQuality(wanted);
  }, [wanted]);
  useEffect(() => {
    const element = video.current;
    if (!isOpen || !element) return undefined;
    const chosen = type === 'webrtc' && !isAnyWay ? 'whep' : undefined;
    const ask = () => askPlayGrant(username);
    const given = isSd.current ? undefined : unused.current;
    unused.current = undefined;
    const opened = openPlayer({
      video: element,
      askGrant: given ? askWithStream(given, ask) : ask,
      forced: forcedTransport(new URLSearchParams(location.search)) ?? chosen,
      wanted: wish.current,
      onView(next) {
        setView(next);
        const { state } = next;
        const isStuck = state.kind === 'reconnecting' && state.attempt >= ATTEMPTS_MAX && !next.hasPlayed;
        if (chosen && (state.kind === 'unsupported' || isStuck)) setAnyWay(true);
      },
    });
    player.current = opened;
    return () => {
      player.current = undefined;
      opened.destroy();
      setView(undefined);
    };
  }, [video, username, isOpen, type, isAnyWay]);
  return { view: isOpen ? view : undefined, toLiveEdge: () => player.current?.toLiveEdge() };
}
