import { makeMeanRate } from '../../congestion/mean-rate.ts';
import { makePacer } from '../../congestion/pacer.ts';
import { makeProber } from '../../congestion/prober.ts';
import { makeSendEstimate } from '../../congestion/send-estimate.ts';
import { makeSendHistory } from '../../congestion/send-history.ts';
import type { TransportFeedback } from '../../congestion/transport-feedback.ts';

/** What goes over a line. */
export type Spending = 'video' | 'audio' | 'repeat' | 'probe';

/** How much goes out over one viewer's line, and when. */
export interface LineControl {
  /** True while a probe goes out. */
  readonly isProbing: boolean;
  /** True where the probe that goes out has less room than one packet of media needs. */
  readonly isProbeSmall: boolean;
  /** How much of pictures may wait. */
  readonly queueBytesMax: number;
  isReady(nowMs: number): boolean;
  open(nowMs: number): void;
  /** Looks whether the viewer still says anything; cheap. */
  tick(nowMs: number): void;
  /** @returns the packet's number over all tracks */
  count(bytes: number, nowMs: number): number;
  mayGo(nowMs: number): boolean;
  spend(what: Spending, bytes: number, nowMs: number): void;
  /** False where so much was repeated lately that more would only fill the line. */
  mayRepeat(nowMs: number): boolean;
  /** True while a probe is going out; begins one where it is time for that. */
  probe(nowMs: number): boolean;
  probeMayGo(nowMs: number): boolean;
  /** True where repeats take so much that what is newer waits for them. */
  isTight(nowMs: number): boolean;
  /** False where sound takes so much of the line that more of it would be lost for that alone. */
  hasRoomForSound(nowMs: number): boolean;
  onFeedback(feedback: TransportFeedback, rttMs: number, nowMs: number): void;
  /** What is left for pictures beside sound and repeats, in kbit/s. */
  roomKbps(nowMs: number): number;
  /** How long so much takes to go out. */
  msOf(bytes: number): number;
  /** What the next better rendition needs of pictures; undefined: nothing more is wanted. */
  want(kbps: number | undefined, nowMs: number): void;
}

export interface LineControlOptions {
  /** Whether the viewer says of each packet whether and when it came. */
  readonly hasFeedback: boolean;
  /** Whether it takes packets that are no media, by which its line can be tried. */
  readonly canProbe: boolean;
  readonly onReady: () => void;
}

const LIMITS = { startKbps: 1_500, minKbps: 80, maxKbps: 30_000 } as const;
/** Pictures go out a little faster than the line would carry for long, so that they do not pile up here. */
const PACE = 1.25;
/** A queue on the line drains first. */
const PACE_FULL = 0.95;
const PACE_KBPS_MIN = 100;
const QUEUE_MS = 800;
const QUEUE_BYTES_MIN = 24 * 1024;
/** Repeats may take this share of what the line carries. */
const REPEAT_SHARE = 0.5;
/** Less while packets wait on the line, since what is newer waits with them. */
const REPEAT_SHARE_FULL = 0.25;
const TIGHT_SHARE = 0.2;
const REPEAT_KBPS_UNKNOWN = 4_000;
/** A probe lasts this long, or as long as so many packets take. */
const PROBE_MS = 30;
const PROBE_PACKETS_MIN = 6;
/** Below this a probe of as many packets of media would be longer than the time that it has. */
const SMALL_KBPS = (PROBE_PACKETS_MIN * 1_200 * 8) / PROBE_MS;
/** What a first probe has to say is waited for so long. */
const READY_MS = 350;
const TICK_MS = 200;
const MEAN_MS = 2_000;
/** With what goes once more sound may take this share. */
const SOUND_SHARE = 0.2;

interface RunningProbe {
  readonly id: number;
  readonly kbps: number;
  readonly startMs: number;
  packets: number;
  bytes: number;
}

/** Which probe goes out, and how far it is. */
function makeProbing(expect: (id: number, packets: number) => void) {
  const prober = makeProber();
  let ids = 0;
  let running: RunningProbe | undefined;
  return {
    prober,
    get isRunning() {
      return running !== undefined;
    },
    get isSmall() {
      return running !== undefined && running.kbps < SMALL_KBPS;
    },
    at(estimateKbps: number, nowMs: number): boolean {
      if (running) return true;
      const kbps = prober.due(estimateKbps, nowMs);
      if (kbps === undefined) return false;
      ids = (ids % 0xffff) + 1;
      running = { id: ids, kbps, startMs: nowMs, packets: 0, bytes: 0 };
      return true;
    },
    mayGo(nowMs: number): boolean {
      if (!running) return false;
      const isEnough = (running.kbps * PROBE_MS) / 8 <= running.bytes && running.packets >= PROBE_PACKETS_MIN;
      if (isEnough) {
        expect(running.id, running.packets);
        running = undefined;
        return false;
      }
      return running.bytes <= (running.kbps * (nowMs - running.startMs)) / 8;
    },
    /** @returns the probe that something which goes out now is a part of; 0: none */
    spend(bytes: number): number {
      if (!running) return 0;
      running.packets += 1;
      running.bytes += bytes;
      return running.id;
    },
  };
}

export function makeLineControl({ hasFeedback, canProbe, onReady }: LineControlOptions): LineControl {
  const history = makeSendHistory();
  const estimate = makeSendEstimate(LIMITS);
  const pacer = makePacer();
  const repeats = makeMeanRate(MEAN_MS);
  const sound = makeMeanRate(MEAN_MS);
  const probing = makeProbing((id, packets) => estimate.expectProbe(id, packets));
  let openMs: number | undefined;
  let tickMs = -Infinity;
  let isReady = false;

  /** Infinity: nothing is known, and nothing held back. */
  const kbps = (): number => (hasFeedback ? estimate.kbps : Infinity);

  const setPace = (): void => {
    pacer.kbps = Math.max(PACE_KBPS_MIN, kbps() * (estimate.isFull ? PACE_FULL : PACE));
  };

  const becomeReady = (): void => {
    if (isReady) return;
    isReady = true;
    onReady();
  };

  return {
    get isProbing() {
      return probing.isRunning;
    },
    get isProbeSmall() {
      return probing.isSmall;
    },
    get queueBytesMax() {
      return Math.max(QUEUE_BYTES_MIN, (pacer.kbps * QUEUE_MS) / 8);
    },
    isReady(nowMs) {
      if (openMs !== undefined && nowMs - openMs >= READY_MS) becomeReady();
      return isReady;
    },
    open(nowMs) {
      openMs = nowMs;
      setPace();
      if (!hasFeedback || !canProbe) becomeReady();
    },
    tick(nowMs) {
      if (!hasFeedback || nowMs - tickMs < TICK_MS) return;
      tickMs = nowMs;
      if (estimate.hasFeedback) estimate.tick(nowMs, history.inFlightBytes);
      setPace();
    },
    // Whatever goes out while the line is tried is a part of that.
    count: (bytes, nowMs) => history.add(bytes, nowMs, probing.spend(bytes)),
    mayGo: (nowMs) => pacer.mayGo(nowMs),
    spend(what, bytes, nowMs) {
      // A probe is meant to be more than the line is thought to carry.
      if (what !== 'probe') pacer.spend(bytes, nowMs);
      if (what === 'repeat') repeats.add(bytes, nowMs);
      if (what === 'audio') sound.add(bytes, nowMs);
    },
    mayRepeat(nowMs) {
      const share = estimate.isFull ? REPEAT_SHARE_FULL : REPEAT_SHARE;
      const most = hasFeedback ? kbps() * share : REPEAT_KBPS_UNKNOWN;
      return repeats.at(nowMs) < most;
    },
    probe: (nowMs) => hasFeedback && canProbe && openMs !== undefined && probing.at(kbps(), nowMs),
    probeMayGo: (nowMs) => probing.mayGo(nowMs),
    isTight: (nowMs) => hasFeedback && repeats.at(nowMs) > kbps() * TIGHT_SHARE,
    hasRoomForSound: (nowMs) => sound.at(nowMs) < kbps() * SOUND_SHARE,
    onFeedback(feedback, rttMs, nowMs) {
      const found = estimate.onResults(history.resolve(feedback), rttMs, nowMs);
      if (found !== undefined) probing.prober.onFound(found, nowMs);
      setPace();
      if (found !== undefined) becomeReady();
    },
    roomKbps: (nowMs) => Math.max(0, kbps() - sound.at(nowMs) - repeats.at(nowMs)),
    msOf: (bytes) => (bytes * 8) / pacer.kbps,
    want(wanted, nowMs) {
      const beside = sound.at(nowMs) + repeats.at(nowMs);
      probing.prober.want(wanted === undefined ? undefined : wanted + beside);
    },
  };
}
