/** Puts packets in order, tells which are missing, and gives up on them after a while. */
export interface ReorderBuffer<Packet> {
  /** @param sequence unwrapped; what was delivered or given up before is ignored */
  push(sequence: number, packet: Packet, nowMs: number): void;
  /** True for what others have passed and is still waited for. */
  isMissing(sequence: number): boolean;
  /** Gives up gaps that are older than the limit. */
  expire(nowMs: number): void;
  /** Sequences to ask for now: each at once, then every `retryMs`, at most `triesMax` times. */
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

/** A jump by more packets than this is a sender that started anew, not a loss to be repaired. */
const JUMP_MAX = 2_000;
/** More than this many gaps at once cannot be repaired in time; the oldest are asked for first. */
const MISSING_MAX = 64;

export function makeReorderBuffer<Packet>(options: ReorderOptions<Packet>): ReorderBuffer<Packet> {
  const held = new Map<number, Packet>();
  const asked = new Map<number, { tries: number; atMs: number }>();
  let next: number | undefined;
  let gapSinceMs: number | undefined;

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
      if (gapSinceMs !== undefined && nowMs - gapSinceMs >= options.waitMs) skipGap(nowMs);
    },
    takeMissing(nowMs) {
      if (held.size === 0 || next === undefined) return [];
      const missing: number[] = [];
      const newest = Math.max(...held.keys());
      for (let sequence = next; sequence < newest && missing.length < MISSING_MAX; sequence++) {
        if (held.has(sequence)) continue;
        const before = asked.get(sequence);
        if (before && (before.tries >= options.triesMax || nowMs - before.atMs < options.retryMs)) continue;
        asked.set(sequence, { tries: (before?.tries ?? 0) + 1, atMs: nowMs });
        missing.push(sequence);
      }
      return missing;
    },
    reset() {
      held.clear();
      asked.clear();
      next = undefined;
      gapSinceMs = undefined;
    },
  };
}
