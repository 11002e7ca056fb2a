import { type RefObject, useEffect, useReducer, useState } from 'react';
import { loadRoomPlayer } from '../lazy-parts.ts';
import type { Player, PlayerView } from './player.ts';
import { makeAlarm } from './alarm.ts';
import { stepPlayerLoad } from './player-load.ts';
import { retryDelayMs } from './retry-rules.ts';

export interface PlayerUse {
  readonly username: string;
  /** A picture may be shown, or is waited for. */
  readonly isActive: boolean;
  /** The room waits for its model: the last picture stays. */
  readonly isHeld: boolean;
  /** Changes with the room's mode; null while it is not known. */
  readonly streamName: string | null;
}

export interface Playback {
  readonly view: PlayerView;
  /** Undefined while nothing plays. */
  readonly player: Player | undefined;
}

const nothing: PlayerView = {
  state: { kind: 'loading' },
  transport: undefined,
  renditions: [],
  wanted: 'auto',
  isSilenced: false,
  hasPlayed: false,
};

/** Grows when the room changes to another stream; learning the current one's name is no change. */
function useStreamGeneration(streamName: string | null): number {
  const [held, setHeld] = useState({ streamName, generation: 0 });
  if (streamName !== null && streamName !== held.streamName) {
    const next = { streamName, generation: held.generation + (held.streamName === null ? 0 : 1) };
    setHeld(next);
    return next.generation;
  }
  return held.generation;
}

/** Runs a player in a video element while a picture may be shown; another stream restarts it. */
export function usePlayer(
  video: RefObject<HTMLVideoElement | null>,
  { username, isActive, isHeld, streamName }: PlayerUse,
): Playback {
  const stream = useStreamGeneration(streamName);
  const [load, dispatch] = useReducer(stepPlayerLoad, { kind: 'off' });
  useEffect(() => {
    const element = video.current;
    if (!isActive || !element) return undefined;
    let opened: Player | undefined;
    let isGone = false;
    const retry = makeAlarm();
    // Code of the player is fetched only where something is played.
    const fetchCode = (attempt: number): void =>
      void loadRoomPlayer().then(
        ({ openRoomPlayer }) => {
          if (isGone) return;
          opened = openRoomPlayer(element, username, (view) => dispatch({ type: 'viewed', view }));
          dispatch({ type: 'opened', player: opened, view: opened.view });
        },
        () => {
          if (isGone) return;
          dispatch({ type: 'failed' });
          retry.set(retryDelayMs(attempt, Math.random()), () => {
            dispatch({ type: 'retry-due' });
            fetchCode(attempt + 1);
          });
        },
      );
    dispatch({ type: 'wanted', stream });
    fetchCode(0);
    return () => {
      isGone = true;
      retry.clear();
      opened?.destroy();
      dispatch({ type: 'left' });
    };
  }, [video, username, isActive, stream]);
  const player = load.kind === 'playing' ? load.player : undefined;
  useEffect(() => player?.hold(isHeld), [player, isHeld]);
  return { view: load.kind === 'playing' && load.stream === stream ? load.view : nothing, player };
}
