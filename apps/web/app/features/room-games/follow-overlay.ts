import type { GoalOverlay } from '@klieg/contract/features/room-games/goal-overlay';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf } from '../../shared/errors/explain-error.ts';

/** After each failure in a row; the last one holds for ever, since overlays stay open for days. */
const AGAIN_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;
/** Pause between two requests, so that a tipping crowd costs only two calls a second. */
const PAUSE_MS = 500;
/** The server answers within a few seconds; a connection silent for this long is dead. */
const SILENT_MS = 30_000;

export interface FollowOverlayOptions {
  readonly key: string;
  readonly signal: AbortSignal;
  readonly onAnswer: (answer: GoalOverlay) => void;
  readonly onRevoked: () => void;
}

/** Resolves after the time, or at once when the signal says so. */
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** One question, given up when it is not answered. Browsers of encoders are old: no AbortSignal.any. */
async function ask(key: string, after: string | undefined, signal: AbortSignal): Promise<GoalOverlay> {
  const asking = new AbortController();
  const giveUp = () => asking.abort();
  const timer = setTimeout(giveUp, SILENT_MS);
  signal.addEventListener('abort', giveUp);
  try {
    return await lateApi.readGoalOverlay({
      query: { key, ...(after !== undefined && { after }) },
      signal: asking.signal,
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

/** Tells what the goal of a key is, again with every change, until the signal ends it or the key does. */
export async function followOverlay({
  key,
  signal,
  onAnswer,
  onRevoked,
}: FollowOverlayOptions): Promise<void> {
  let after: string | undefined;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const answer = await ask(key, after, signal);
      if (signal.aborted) return;
      failures = 0;
      if (answer.version !== after) onAnswer(answer);
      after = answer.version;
      await wait(PAUSE_MS, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (codeOf(error) === 'room_games.overlay_key_invalid') return onRevoked();
      const againMs = AGAIN_MS[Math.min(failures, AGAIN_MS.length - 1)]!;
      failures += 1;
      // Overlays that lost the same site come back one after the other.
      await wait(againMs * (0.75 + Math.random() / 2), signal);
    }
  }
}
