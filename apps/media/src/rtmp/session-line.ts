import type { Log } from '@klieg/kernel';
import { makeByteBudget } from '../control/byte-budget.ts';
import type { RtmpLimits } from './limits.ts';
import type { RtmpEnd } from './publication.ts';
import type { SessionState } from './session-state.ts';
import type { RtmpTransport } from './transport.ts';

/**
 * The connection to one encoder: its state, messages to it, its allowed rate and how it ends. Once it is over nothing
 * more is sent, and the owner of the publication has been told why.
 */
export interface SessionLine {
  /** Read as a property, since calls in between change it. */
  readonly state: SessionState;
  /** True once our side is closed. */
  readonly isOver: boolean;
  enter(next: SessionState): void;
  /** Runs work whose bug only ends this connection. */
  guarded(work: () => void): void;
  /** Ends at once; a repeat does nothing. */
  cut(reason: RtmpEnd): void;
  /** Ends after the words have been sent; a repeat does nothing. */
  leaveWith(reason: RtmpEnd, words: Buffer): void;
  say(bytes: Buffer): void;
  /** Takes from the rate that an encoder may send at. */
  spend(bytes: number): void;
  /** Reads on or waits: for the key to be checked, or for a fast publisher's budget to fill up. */
  steer(): void;
}

export interface SessionLineOptions {
  readonly transport: RtmpTransport;
  readonly limits: RtmpLimits;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly log: Log;
  readonly first: SessionState;
}

/** An answer is given this long to arrive before the connection is cut. */
const LINGER_MS = 1_000;
/** An encoder that does not read its messages is disconnected. */
const QUEUED_BYTES_MAX = 64 * 1024;
const BURST_SECONDS = 2;

export function makeSessionLine({ transport, limits, now, log, first }: SessionLineOptions): SessionLine {
  let state = first;
  let isReading = true;
  const budget = makeByteBudget({
    bytesPerSecond: limits.bytesPerSecondMax,
    burstBytes: limits.bytesPerSecondMax * BURST_SECONDS,
    now,
  });
  const isOver = (): boolean => state.kind === 'lingering' || state.kind === 'closed';

  /** One publisher's bytes must never end the process that carries the others. */
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (err) {
      log.error({ err }, 'rtmp connection dropped after a bug');
      cut('closed');
    }
  };

  const enter = (next: SessionState): void => {
    const before = state;
    state = next;
    if (before.kind !== 'publishing' || next.kind === 'publishing' || !('reason' in next)) return;
    const { publication } = before;
    const { reason } = next;
    guarded(() => publication.onClosed(reason));
    log.info({ reason }, 'rtmp publisher ended');
  };

  const cut = (reason: RtmpEnd): void => {
    if (state.kind === 'closed') return;
    enter({ kind: 'closed', reason: 'reason' in state ? state.reason : reason });
    transport.destroy();
  };

  const steer = (): void => {
    const wanted = state.kind !== 'authorizing' && !budget.isOverdrawn();
    if (wanted === isReading) return;
    isReading = wanted;
    transport.setReading(wanted);
  };

  return {
    get state() {
      return state;
    },
    get isOver() {
      return isOver();
    },
    enter,
    guarded,
    cut,
    leaveWith(reason, words) {
      if (isOver()) return;
      enter({ kind: 'lingering', reason, untilMs: now() + LINGER_MS });
      if (words.length > 0) transport.write(words);
      transport.end();
      steer();
    },
    say(bytes) {
      if (isOver()) return;
      transport.write(bytes);
      if (transport.queuedBytes > QUEUED_BYTES_MAX) cut('malformed');
    },
    spend: (bytes) => budget.spend(bytes),
    steer,
  };
}
