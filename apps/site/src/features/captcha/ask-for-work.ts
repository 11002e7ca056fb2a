import { AppError } from '@klieg/kernel';
import type { RateStore } from '../../platform/http/index.ts';
import { networkOf } from '../../platform/visitors/index.ts';
import type { Captcha } from './proof-of-work.ts';

/** Something that strangers may do so often an hour before each of them does some work first. */
export interface WorkLimits {
  /** What is counted; the same name counts together, on all nodes. */
  readonly name: string;
  /** Of one network, /32 or /64. */
  readonly networkAnHour: number;
  /** Of all networks together. */
  readonly siteAnHour: number;
}

export interface Asked {
  /** What is asked for, with everything that makes it another thing: an answer holds for this alone. */
  readonly about: string;
  readonly captcha: string | undefined;
  readonly address: string;
}

/**
 * Counts somebody who asks for it; whoever has done the work is not counted.
 * @returns whose `takeBack` undoes the count
 * @throws identity.captcha_required, identity.captcha_failed: both carry a puzzle
 */
export type AskForWork = (asked: Asked) => Promise<{ takeBack(): Promise<void> }>;

const HOUR_MS = 3_600_000;

export const makeAskForWork =
  (
    deps: {
      readonly rates: Pick<RateStore, 'take' | 'giveBack'>;
      readonly captcha: Captcha;
      readonly now: () => number;
    },
    { name, networkAnHour, siteAnHour }: WorkLimits,
  ): AskForWork =>
  async ({ about, captcha, address }) => {
    const whole = `${name}\0${about}`;
    const refuse = (code: 'identity.captcha_required' | 'identity.captcha_failed') =>
      new AppError(code, { params: { ...deps.captcha.challenge(whole) } });
    if (captcha !== undefined) {
      if (!(await deps.captcha.isPassed(captcha, whole))) throw refuse('identity.captcha_failed');
      return { takeBack: () => Promise.resolve() };
    }
    const buckets = [
      { bucket: `${name} of ${networkOf(address)}`, limit: networkAnHour },
      { bucket: name, limit: siteAnHour },
    ];
    // One after the other: a network that may do no more uses up none of what others may.
    for (const { bucket, limit } of buckets) {
      const { isAllowed } = await deps.rates.take(bucket, limit, deps.now(), HOUR_MS);
      if (!isAllowed) throw refuse('identity.captcha_required');
    }
    return {
      async takeBack() {
        for (const { bucket, limit } of buckets) await deps.rates.giveBack(bucket, limit);
      },
    };
  };
