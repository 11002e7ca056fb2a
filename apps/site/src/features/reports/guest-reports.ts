import { AppError } from '@klieg/kernel';
import { DAY_MS } from '@klieg/kernel/time';
import { DEMO_FACTOR, type RateStore } from '../../platform/http/index.ts';
import { networkOf } from '../../platform/visitors/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

/** Reports of guests of one network in a day: nobody can be asked about them, and each is read by a person. */
const REPORTS = 20;

/** Counts reports of people who are not logged in, for all nodes together. @throws common.rate_limited */
export const makeCountGuestReport =
  (deps: {
    readonly rates: Pick<RateStore, 'take'>;
    readonly isGenerousToLoopback: boolean;
    readonly now: () => number;
  }) =>
  async ({ account, address, isLoopback }: SiteCaller): Promise<void> => {
    if (account) return;
    const limit = REPORTS * (deps.isGenerousToLoopback && isLoopback ? DEMO_FACTOR : 1);
    const bucket = `reports of guests from ${networkOf(address)}`;
    const { isAllowed } = await deps.rates.take(bucket, limit, deps.now(), DAY_MS);
    if (!isAllowed)
      throw new AppError('common.rate_limited', {
        params: { retry_after_seconds: DAY_MS / limit / 1_000 },
      });
  };
