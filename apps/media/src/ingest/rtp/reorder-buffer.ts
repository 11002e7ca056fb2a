/** Puts packets in order, reports missing ones, and gives up on them after a while. */
export interface ReorderBuffer<Packet> {
  /** @param sequence unwrapped; ignored if delivered or given up before */
  push(sequence: number, packet: Packet, nowMs: number): void;
  /** True for a packet that others have overtaken and that is still waited for. */
  isMissing(sequence: number): boolean;
  /** Gives up gaps that are older than the limit. */
  expire(nowMs: number): void;
  /**
   * Sequences to request now: each at once, then every `retryMs`, at most `triesMax` times. If repeats take longer than
   * that to arrive, requests and waiting are delayed: senders ignore early requests.
   */
  takeMissing(nowMs: number): readonly number[];
  reset(): void;
}

export interface ReorderOptions<Packet> {
  readonly waitMs: number;
  readonly retryMs: number;
  readonly triesMax: number;
  readonly heldMax: number;
  readonly onPacket: (packet: Packet) => void;
  /** Packets were lost for good, before the packet that is delivered next. */
  readonly onLoss: (count: number) => void;
}

export const REORDER_DEFAULTS = { waitMs: 300, retryMs: 40, triesMax: 5, heldMax: 512 } as const;

/** A larger jump means a restarted sender, not a loss to repair. */
const JUMP_MAX = 2_000;
/** More than this many gaps at once cannot be repaired in time; the oldest are asked for first. */
const MISSING_MAX = 64;

/** How much longer than usual a repeat may take before it counts as lost; and how many such times are waited for. */
const RETRY_SHARE = 1.25;
const RETRY_MS_MAX = 250;
const WAIT_TRIPS = 4;
const WAIT_MS_MAX = 900;
const WEIGHT = 1 / 8;

export function makeReorderBuffer<Packet>(options: ReorderOptions<Packet>): ReorderBuffer<Packet> {
  const held = new Map<number, Packet>();
  const asked = new Map<number, { tries: number; atMs: number }>();
  let next: number | undefined;
  let gapSinceMs: number | undefined;
  /** From asking to a repeat, a mean. */
  let tripMs: number | undefined;

  const retryMs = (): number =>
    Math.max(options.retryMs, Math.min(RETRY_MS_MAX, (tripMs ?? 0) * RETRY_SHARE));
  const waitMs = (): number => Math.max(options.waitMs, Math.min(WAIT_MS_MAX, (tripMs ?? 0) * WAIT_TRIPS));

  /**
   * A packet requested once shows how long repeats take; for one requested again it is unknown which request it
   * answers.
   */
  const observeTrip = (sequence: number, nowMs: number): void => {
    const before = asked.get(sequence);
    if (before?.tries !== 1 || held.has(sequence)) return;
    const sample = nowMs - before.atMs;
    tripMs = tripMs === undefined ? sample : tripMs + (sample - tripMs) * WEIGHT;
  };

  const deliverFrom = (sequence: number): void => {
    next = sequence;
    for (let packet = held.get(next); packet !== undefined; packet = held.get(next)) {
      held.delete(next);
      asked.delete(next);
      next += 1;
      options.onPacket(packet);
    }
  };

  const skipGap = (nowMs: number): void => {
    const lowest = Math.min(...held.keys());
    const count = lowest - next!;
    for (const sequence of asked.keys()) if (sequence < lowest) asked.delete(sequence);
    options.onLoss(count);
    deliverFrom(lowest);
    gapSinceMs = held.size > 0 ? nowMs : undefined;
  };

  return {
    push(sequence, packet, nowMs) {
      if (next === undefined || sequence - next > JUMP_MAX) {
        if (next !== undefined) options.onLoss(sequence - next);
        held.clear();
        asked.clear();
        gapSinceMs = undefined;
        next = sequence;
      }
      if (sequence < next) return;
      observeTrip(sequence, nowMs);
      held.set(sequence, packet);
      if (sequence !== next) {
        gapSinceMs ??= nowMs;
        if (held.size > options.heldMax) skipGap(nowMs);
        return;
      }
      deliverFrom(next);
      gapSinceMs = held.size > 0 ? nowMs : undefined;
    },
    isMissing: (sequence) => asked.has(sequence) && !held.has(sequence),
    expire(nowMs) {
      if (gapSinceMs !== undefined && nowMs - gapSinceMs >= waitMs()) skipGap(nowMs);
    },
    takeMissing(nowMs) {
      if (held.size === 0 || next === undefined) return [];
      const missing: number[] = [];
      const newest = Math.max(...held.keys());
      for (let sequence = next; sequence < newest && missing.length < MISSING_MAX; sequence++) {
        if (held.has(sequence)) continue;
        const before = asked.get(sequence);
        if (before && (before.tries >= options.triesMax || nowMs - before.atMs < retryMs())) continue;
        asked.set(sequence, { tries: (before?.tries ?? 0) + 1, atMs: nowMs });
        missing.push(sequence);
      }
      return missing;
    },
    reset() {
      held.clear();
      asked.clear();
      next = gapSinceMs = tripMs = undefined;
    },
  };
}
