import type { Log } from '@klieg/kernel';
import type { FindLiveMachines } from './expire-holds.ts';

/** Who knows whether the machines run that answer for holds. */
export interface LiveMachines {
  /**
   * Registers who knows which machines of a kind still run; the kind is the part of their name before the colon, as
   * `private` of `private:0198…`. Holds of a kind that nobody answers for end when their time is up.
   */
  answerFor(kind: string, findLive: FindLiveMachines): void;
  /** If somebody cannot answer, their machines count as running: no hold is voided during a show because of that. */
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
