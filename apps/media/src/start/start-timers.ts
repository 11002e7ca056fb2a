import type { Broadcasts } from '../broadcasts/broadcasts.ts';
import type { DeliveryMeter } from '../control/delivery-meter.ts';
import type { TellFact } from '../control/facts.ts';
import type { Relaying } from '../relay/index.ts';
import type { Gates } from './make-gates.ts';
import type { MediaSettings } from './media-options.ts';

const TICK_MS = 50;
const SWEEP_MS = 500;
const ADAPT_MS = 250;
/** Every this many heartbeats the process lists all its broadcasts. */
const BEATS_PER_LIST = 5;

export interface TimersOptions {
  readonly settings: Pick<MediaSettings, 'heartbeatMs' | 'healthMs'>;
  readonly broadcasts: Pick<Broadcasts, 'tick' | 'adapt' | 'tellHealth' | 'tellAlive'>;
  readonly relaying: Pick<Relaying, 'sweep' | 'adapt'>;
  readonly gates: Pick<Gates, 'webSocket' | 'whep' | 'pages'>;
  readonly deliveries: Pick<DeliveryMeter, 'tick'>;
  readonly tell: TellFact;
  /** Monotonic milliseconds. */
  readonly monotonic: () => number;
}

/** Starts everything that the process does again and again. @returns what ends it */
export function startTimers(options: TimersOptions): () => void {
  const { settings, broadcasts, relaying, gates, deliveries, tell, monotonic } = options;
  let beats = 0;
  const beat = (): void => {
    beats += 1;
    if (beats % BEATS_PER_LIST === 0) broadcasts.tellAlive();
    else tell({ kind: 'alive' });
  };
  const timers = [
    setInterval(() => broadcasts.tick(), TICK_MS),
    setInterval(() => {
      gates.webSocket.sweep();
      gates.whep.sweep();
      gates.pages.sweep();
      relaying.sweep(monotonic());
    }, SWEEP_MS),
    setInterval(() => {
      broadcasts.adapt();
      relaying.adapt(monotonic());
      deliveries.tick();
    }, ADAPT_MS),
    setInterval(beat, settings.heartbeatMs),
    setInterval(() => broadcasts.tellHealth(), settings.healthMs),
  ];
  return () => {
    for (const timer of timers) clearInterval(timer);
  };
}
