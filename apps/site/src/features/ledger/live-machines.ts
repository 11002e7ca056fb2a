import type { Log } from '@klieg/kernel';
import type { FindLiveMachines } from './expire-holds.ts';

/** Who knows whether the machines run that answer for holds. */
export interface LiveMachines {
  /**
   * From now on asked which machines of a kind still run; the kind is their name up to the colon, as `private` of
   * `private:0198…`. Holds of a kind for which nobody answers end at their time.
   */
  answerFor(kind: string, findLive: FindLiveMachines): void;
  /** While somebody cannot answer, their machines count as running: no hold is voided under a show for that. */
  readonly find: FindLiveMachines;
}

const kindOf = (machine: string): string => machine.split(':')[0]!;

export function makeLiveMachines(log: Log): LiveMachines {
  const finders = new Map<string, FindLiveMachines>();

  const findOfKind = async (kind: string, machines: readonly string[]): Promise<Iterable<string>> => {
    try {
      return (await finders.get(kind)?.(machines)) ?? [];
    } catch (error) {
      log.error({ err: error, kind }, 'it is not known which machines run; their holds stay');
      return machines;
    }
  };

  return {
    answerFor: (kind, findLive) => void finders.set(kind, findLive),
    async find(machines) {
      const byKind = [...Map.groupBy(machines, kindOf)];
      const found = await Promise.all(byKind.map(([kind, its]) => findOfKind(kind, its)));
      return new Set(found.flatMap((live) => [...live]));
    },
  };
}
