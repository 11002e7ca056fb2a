import type { Log } from '@klieg/kernel';
import type { Outcome, VoidCommand } from '../commands.ts';
import type { HoldStore, OpenHold } from './hold-store.ts';

/** Of the machines given, those that still run: their holds stay, whatever their time. */
export type FindLiveMachines = (machines: readonly string[]) => Promise<ReadonlySet<string>>;

export interface ExpireHoldsParts {
  readonly holds: HoldStore;
  readonly submit: (command: VoidCommand) => Promise<Outcome>;
  readonly log: Log;
  readonly now: () => number | undefined;
}

const PAGE = 200;

/** Makes the job that voids holds nobody answers for any more (rule L11). It returns how many. */
export function makeExpireHolds({ holds, submit, log, now }: ExpireHoldsParts) {
  /** One that cannot be voided holds up no other; it is tried again with the next run. */
  const release = async ({ id }: OpenHold): Promise<boolean> => {
    try {
      return (await submit({ op: 'void', holdId: id })).status === 'applied';
    } catch (error) {
      log.error({ err: error, hold: id }, 'an expired hold could not be released');
      return false;
    }
  };

  return async (findLive: FindLiveMachines): Promise<number> => {
    let voided = 0;
    let last: OpenHold | undefined;
    for (;;) {
      const page = await holds.listExpired(PAGE, last, now());
      if (page.length === 0) break;
      last = page.at(-1);
      const live = await findLive([...new Set(page.map((hold) => hold.machine))]);
      const forsaken = page.filter((hold) => !live.has(hold.machine));
      const released = await Promise.all(forsaken.map(release));
      voided += released.filter(Boolean).length;
    }
    if (voided > 0) log.info({ voided }, 'voided holds that had expired');
    return voided;
  };
}
