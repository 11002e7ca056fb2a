import { makeArrivals } from './arrivals.ts';
import type { Origin } from './origins.ts';

/** Streams that continue at another process. */
export interface Moves {
  /** Resolves when the stream is live at another address than this, or has had its time to come there. */
  awaitMove(streamName: string, url: string | undefined): Promise<void>;
  /** The stream may be elsewhere now. */
  changed(streamName: string): void;
  close(): void;
}

/** A stream has four seconds to appear elsewhere, in steps of one; any change of it ends a step early. */
const STEPS = 4;
const STEP = { holdMs: 1_000, waitersMax: 20_000 } as const;

export function makeMoves(locate: (streamName: string) => Pick<Origin, 'isLive' | 'url'> | undefined): Moves {
  const arrivals = makeArrivals(STEP);
  return {
    async awaitMove(streamName, url) {
      const isElsewhere = (): boolean => {
        const found = locate(streamName);
        return found?.isLive === true && found.url !== url;
      };
      for (let step = 0; step < STEPS && !isElsewhere(); step++)
        await arrivals.until(streamName, isElsewhere);
    },
    changed: (streamName) => arrivals.arrived(streamName),
    close: () => arrivals.close(),
  };
}
