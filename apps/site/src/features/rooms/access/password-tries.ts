import { AppError } from '@klieg/kernel';
import { MINUTE_MS } from '@klieg/kernel/time';
import { DEMO_FACTOR, type RateStore } from '#site/platform/http/index.ts';
import { networkOf } from '#site/platform/visitors/index.ts';

/** Wrong passwords of one network, at whatever rooms. */
const TRIES = 5;
const PERIOD_MS = 10 * MINUTE_MS;

interface Trier {
  readonly address: string;
  readonly isLoopback: boolean;
}

/** Counts tries at passwords of rooms, for all nodes together. */
export interface PasswordTries {
  /** @throws common.rate_limited */
  count(trier: Trier): Promise<void>;
  /** The password was right: the try counts for nothing. */
  forgive(trier: Trier): Promise<void>;
}

export function makePasswordTries(deps: {
  readonly rates: Pick<RateStore, 'take' | 'giveBack'>;
  readonly isGenerousToLoopback: boolean;
  readonly now: () => number;
}): PasswordTries {
  const bucketOf = ({ address }: Trier): string => `room password from ${networkOf(address)}`;
  const limitOf = ({ isLoopback }: Trier): number =>
    TRIES * (deps.isGenerousToLoopback && isLoopback ? DEMO_FACTOR : 1);
  return {
    async count(trier) {
      const { isAllowed } = await deps.rates.take(bucketOf(trier), limitOf(trier), deps.now(), PERIOD_MS);
      if (!isAllowed)
        throw new AppError('common.rate_limited', {
          params: { retry_after_seconds: PERIOD_MS / TRIES / 1_000 },
        });
    },
    forgive: (trier) => deps.rates.giveBack(bucketOf(trier), limitOf(trier)),
  };
}
