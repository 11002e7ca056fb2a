import type { Bus } from '@klieg/contract/bus';
import type { Log } from '@klieg/kernel';
import { makeMemoryBus } from './memory-bus.ts';
import { connectNatsBus } from './nats-bus.ts';

/** Opens the bus that BUS_URL names: `memory:` or `nats://host:port`. */
export const openBus = (url: string, log: Log): Promise<Bus> =>
  url.startsWith('nats://') ? connectNatsBus(url, log) : Promise.resolve(makeMemoryBus(log));
