/** Cores that transcoding may use on this machine; a stream that gets none stays passthrough. */
export interface TranscodeBudget {
  /** Reserves cores for a stream until its release; a repeat replaces the reservation. False: no capacity. */
  tryReserve(streamId: string, cores: number): boolean;
  /** What the stream really uses takes the place of the guess; ignored without a reservation. */
  report(streamId: string, coresUsed: number): void;
  release(streamId: string): void;
  readonly coresMax: number;
  readonly coresReserved: number;
  /** Reservations that found no room, since the start. */
  readonly refused: number;
}

/** Weight of a new report in a reservation: one busy second neither frees nor fills the machine. */
const REPORT_WEIGHT = 0.25;
/** Sums of fractions are compared with this much patience. */
const TOLERANCE = 1e-9;

const isCores = (cores: number): boolean => Number.isFinite(cores) && cores >= 0;

/**
 * Keeps the sum of reservations below `coresMax` when new ones come. Streams that turn out more expensive than guessed
 * are not ended, they only keep others out.
 */
export function makeTranscodeBudget(coresMax: number): TranscodeBudget {
  const held = new Map<string, number>();
  let refused = 0;
  const reserved = (): number => [...held.values()].reduce((sum, cores) => sum + cores, 0);

  return {
    coresMax,
    get coresReserved() {
      return reserved();
    },
    get refused() {
      return refused;
    },
    tryReserve(streamId, cores) {
      const others = reserved() - (held.get(streamId) ?? 0);
      const hasRoom = isCores(cores) && others + cores <= coresMax + TOLERANCE;
      if (hasRoom) held.set(streamId, cores);
      else refused += 1;
      return hasRoom;
    },
    report(streamId, coresUsed) {
      const before = held.get(streamId);
      if (before === undefined || !isCores(coresUsed)) return;
      held.set(streamId, before + (coresUsed - before) * REPORT_WEIGHT);
    },
    release(streamId) {
      held.delete(streamId);
    },
  };
}
