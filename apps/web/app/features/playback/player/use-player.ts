import { type RefObject, useEffect, useState } from 'react';
import { loadRoomPlayer } from '#app/features/playback/stage/lazy-parts.ts';
import type { Player, PlayerView } from './open-player.ts';
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

/** Grows when the room changes to another stream; learning the name of the present one is no change. */
function useStreamGeneration(streamName: string | null): number {
  const [held, setHeld] = useState({ streamName, generation: 0 });
  if (streamName !== null && streamName !== held.streamName) {
    const next = { streamName, generation: held.generation + (held.streamName === null ? 0 : 1) };
    setHeld(next);
    return next.generation;
  }
  return held.generation;
}

/** Runs a player in a video element while a picture may be shown; another stream starts it anew. */
export function usePlayer(
  video: RefObject<HTMLVideoElement | null>,
  { username, isActive, isHeld, streamName }: PlayerUse,
): Playback {
  const generation = useStreamGeneration(streamName);
  const [player, setPlayer] = useState<Player>();
  const [told, setTold] = useState<{ readonly generation: number; readonly view: PlayerView }>();
  useEffect(() => {
    const element = video.current;
    if (!isActive || !element) return undefined;
    let opened: Player | undefined;
    let isGone = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    // Code of the player is fetched only where something is played.
    const load = (attempt: number): void =>
      void loadRoomPlayer().then(
        ({ openRoomPlayer }) => {
          if (isGone) return;
          opened = openRoomPlayer(element, username, (view) => setTold({ generation, view }));
          setPlayer(opened);
        },
        () => {
          if (!isGone) retry = setTimeout(() => load(attempt + 1), retryDelayMs(attempt, Math.random()));
        },
      );
    load(0);
    return () => {
      isGone = true;
      clearTimeout(retry);
      opened?.destroy();
      setPlayer(undefined);
    };
  }, [video, username, isActive, generation]);
  useEffect(() => player?.hold(isHeld), [player, isHeld]);
  return { view: told?.generation === generation && player ? told.view : nothing, player };
}
