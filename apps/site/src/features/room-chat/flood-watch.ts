import type { Clock } from '@klieg/kernel';
import { foldText } from './word-filter.ts';

export type FloodReason = 'spam' | 'flood';

/** Watches how often and how alike somebody writes in a room. */
export interface FloodWatch {
  /** Milliseconds that somebody has to wait in slow mode, 0 when they may write now. */
  waitMs(room: string, personKey: string, slowModeSeconds: number): number;
  /** Counts a line that was tried. @returns why its writer is to be silenced, else undefined (S2711) */
  count(room: string, personKey: string, text: string): FloodReason | undefined;
  /** Counts a shown line, for slow mode. */
  shown(room: string, personKey: string): void;
}

const WINDOW_MS = 30_000;
const SAME_LINES = 3;
const LINES = 20;
/** Shorter lines repeat naturally: greetings, laughter. */
const SHORT = 4;
const WRITERS_MAX = 50_000;
const SLOW_MS_MAX = 120_000;

interface Writer {
  shownMs: number;
  readonly lines: { readonly atMs: number; readonly folded: string }[];
}

export function makeFloodWatch(clock: Clock): FloodWatch {
  const writers = new Map<string, Writer>();

  const writerOf = (room: string, personKey: string): Writer => {
    const key = `${room} ${personKey}`;
    const writer = writers.get(key) ?? { shownMs: -Infinity, lines: [] };
    // Each touch puts a writer at the end, so those at the front are the longest silent.
    writers.delete(key);
    writers.set(key, writer);
    for (const [old, { shownMs, lines }] of writers) {
      const lastMs = Math.max(shownMs, lines.at(-1)?.atMs ?? 0);
      if (writers.size <= WRITERS_MAX && clock.now() - lastMs <= SLOW_MS_MAX) break;
      if (old !== key) writers.delete(old);
      else break;
    }
    return writer;
  };

  return {
    waitMs(room, personKey, slowModeSeconds) {
      if (slowModeSeconds === 0) return 0;
      const { shownMs } = writerOf(room, personKey);
      return Math.max(0, shownMs + slowModeSeconds * 1_000 - clock.now());
    },
    count(room, personKey, text) {
      const { lines } = writerOf(room, personKey);
      const nowMs = clock.now();
      const folded = (foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [text]).join(' ');
      while (lines.length > 0 && (nowMs - lines[0]!.atMs > WINDOW_MS || lines.length >= LINES)) lines.shift();
      lines.push({ atMs: nowMs, folded });
      const same = lines.filter((line) => line.folded === folded).length;
      const reason =
        same >= SAME_LINES && folded.length >= SHORT ? 'spam' : lines.length >= LINES ? 'flood' : undefined;
      // After a silence the count starts again.
      if (reason) lines.length = 0;
      return reason;
    },
    shown(room, personKey) {
      writerOf(room, personKey).shownMs = clock.now();
    },
  };
}
