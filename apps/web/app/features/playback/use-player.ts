import { type RefObject, useEffect, useState } from 'react';
import type { PlayerState } from './mse-player.ts';
import { askPlayAddress, askToken } from './play-address.ts';

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
  username: string,
  isActive: boolean,
  streamName: string | null,
): PlayerState {
  const generation = useStreamGeneration(streamName);
  const [told, setTold] = useState<{ readonly generation: number; readonly state: PlayerState }>();
  useEffect(() => {
    const element = video.current;
    if (!isActive || !element) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    // Code of the player is fetched only where something is played.
    void import('./mse-player.ts').then(({ createMsePlayer }) => {
      if (isGone) return;
      const player = createMsePlayer({
        video: element,
        connect: () => askPlayAddress(username),
        refreshToken: () => askToken(username),
        onState: (state) => setTold({ generation, state }),
      });
      stop = player.destroy;
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [video, username, isActive, generation]);
  return told?.generation === generation ? told.state : { kind: 'loading' };
}
