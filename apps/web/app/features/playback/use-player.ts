import { type RefObject, useEffect, useState } from 'react';
import type { PlayerState } from './mse-player.ts';
import { askPlayAddress, askToken } from './play-address.ts';

/** Runs a player in a video element while a picture may be shown; a new `key` starts it anew. */
export function usePlayer(
  video: RefObject<HTMLVideoElement | null>,
  username: string,
  isActive: boolean,
  key: string | null,
): PlayerState {
  const [state, setState] = useState<PlayerState>({ kind: 'loading' });
  useEffect(() => {
    const element = video.current;
    if (!isActive || !element) return undefined;
    let stop: (() => void) | undefined;
    let isGone = false;
    setState({ kind: 'loading' });
    // Code of the player is fetched only where something is played.
    void import('./mse-player.ts').then(({ createMsePlayer }) => {
      if (isGone) return;
      const player = createMsePlayer({
        video: element,
        connect: () => askPlayAddress(username),
        refreshToken: () => askToken(username),
        onState: setState,
      });
      stop = player.destroy;
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [video, username, isActive, key]);
  return state;
}
