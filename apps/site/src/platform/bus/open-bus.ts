import type { Bus } from '@klieg/contract/bus';
import { makeMemoryBus } from './memory-bus.ts';
import { connectNatsBus, type NatsBusOptions } from './nats-bus.ts';

/** Opens the bus that BUS_URL names: `memory:` or `nats://host:port`. */
export const openBus = (url: string, options: NatsBusOptions): Promise<Bus> =>
  url.startsWith('nats://') ? connectNatsBus(url, options) : Promise.resolve(makeMemoryBus(options.log));
