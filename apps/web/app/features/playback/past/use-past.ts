import { useEffect, useRef, useState } from 'react';
import { type PastAccess, makePastAccess } from './past-access.ts';
import type { Player } from '../player/player.ts';
import type { PastPlay } from './past-player.ts';
import { clampBehind, type PastWindow, secondsBack, serverNow } from './past-window.ts';

/** Going back in a room's stream, as the timeline shows it. */
export interface Past {
  /** How many seconds one may go back; 0: not yet. */
  readonly most: number;
  /** How far behind the newest picture the shown or chosen moment is; 0: live. */
  readonly behind: number;
  readonly isLive: boolean;
  /** Shows where one would be, and goes nowhere. */
  readonly point: (behind: number) => void;
  /** Goes there; 0: back to the live picture. */
  readonly go: (behind: number) => void;
  /** The address of the small picture of then. */
  readonly still: (behind: number) => Promise<string | undefined>;
}

const TICK_MS = 500;
/** A stream that has just begun will keep something soon; later the window moves by itself. */
const ASK_AGAIN_MS = 3_000;
const ASK_SELDOM_MS = 60_000;

interface Asked {
  readonly window: PastWindow | undefined;
  /** Grows with each answer, even an empty one. */
  readonly answers: number;
}

/** @param player undefined while nothing plays */
export function usePast(options: {
  readonly username: string;
  readonly minutes: number;
  readonly player: Player | undefined;
  readonly isPast: boolean;
  /** How far behind the shown picture is, as reported by the player. */
  readonly latencySeconds: number | undefined;
}): Past {
  const { username, minutes, player, isPast, latencySeconds } = options;
  const [access] = useState<PastAccess>(() => makePastAccess(username));
  const [{ window, answers }, setAsked] = useState<Asked>({ window: undefined, answers: 0 });
  const [atMs, setAtMs] = useState(() => performance.now());
  const [pointed, setPointed] = useState<number>();
  const [shown, setShown] = useState(0);
  const play = useRef<PastPlay>(undefined);
  const turn = useRef(0);

  const hasWindow = window !== undefined;
  useEffect(() => {
    let isGone = false;
    const ask = async () => {
      const found = await access.readWindow().catch(() => undefined);
      if (!isGone) setAsked((old) => ({ window: found ?? old.window, answers: old.answers + 1 }));
    };
    const waitMs = answers === 0 ? 0 : hasWindow ? ASK_SELDOM_MS : ASK_AGAIN_MS;
    const timer = setTimeout(() => void ask(), waitMs);
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [access, hasWindow, answers]);

  const told = isPast ? latencySeconds : undefined;
  useEffect(() => {
    const timer = setInterval(() => {
      setAtMs(performance.now());
      if (!isPast) return setShown(0);
      // A timeline shown again only knows what the player reports.
      const behind = play.current ? play.current.behindSeconds : told;
      if (behind !== undefined) setShown(Math.max(0, behind));
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [isPast, told]);

  const most = secondsBack(window, minutes, atMs);

  const toLive = (): void => {
    play.current = undefined;
    setShown(0);
    player?.toLive();
  };

  const goBack = async (behind: number): Promise<void> => {
    turn.current += 1;
    const own = turn.current;
    const wantedMs = serverNow(window!, performance.now()) - behind * 1_000;
    setShown(behind);
    if (isPast && play.current) return play.current.seekTo(wantedMs);
    const [{ makePastPlay }, fresh] = await Promise.all([
      import('./past-player.ts'),
      access.readWindow().catch(() => undefined),
    ]);
    // Somebody has pressed again meanwhile.
    if (own !== turn.current) return undefined;
    play.current = makePastPlay(fresh ?? window!, wantedMs);
    await player?.goBack(play.current.open);
    return undefined;
  };

  return {
    most,
    behind: Math.min(Math.round(pointed ?? (isPast ? shown : 0)), Math.max(most, Math.round(shown))),
    isLive: !isPast,
    point: (behind) => setPointed(clampBehind(behind, most)),
    go(behind) {
      setPointed(undefined);
      const wanted = clampBehind(behind, most);
      if (wanted > 0 && window) void goBack(wanted).catch(() => undefined);
      else {
        turn.current += 1;
        toLive();
      }
    },
    still: async (behind) =>
      window && access.stillAddress(serverNow(window, performance.now()) - behind * 1_000),
  };
}
