import type { Bus } from '@klieg/contract/bus';
import type { Log } from '@klieg/kernel';
import { openBus } from '../platform/bus/index.ts';
import type { Metrics } from '../platform/metrics/index.ts';
import { type Config, deriveSecret } from './config.ts';

/** The bus of the configuration, on which only processes with the root secret of this site are heard. */
export function openSiteBus(
  { busUrl, secret }: Pick<Config, 'busUrl' | 'secret'>,
  log: Log,
  metrics?: Pick<Metrics, 'counter'>,
): Promise<Bus> {
  const refused = metrics?.counter({
    name: 'klieg_bus_refused_total',
    help: 'Messages on the bus that nobody of this site has signed',
  });
  return openBus(busUrl, { key: deriveSecret(secret, 'bus'), log, onRefused: () => refused?.inc() });
}
