import { AppError } from '@klieg/kernel';
import type { Random } from '@klieg/testing/random';
import type { Database, Transaction } from '../platform/postgres/index.ts';

/** A node that is gone does nothing any more: whatever it had begun ends where it was. */
export class DiedError extends Error {}

/** Between a node and everything outside of it: here it may die, wait for others, or get no answer. */
export interface Gate {
  /** The same, seen through the gate. */
  guard<Port extends object>(port: Port): Port;
  /** The same for what also may be out of reach, before or after it has done what it was asked. */
  guardLedger<Port extends object>(port: Port): Port;
  guardDatabase(database: Pick<Database, 'kysely'>): Pick<Database, 'kysely'>;
  readonly isDead: boolean;
  /** Calls that have not come back yet. */
  readonly busy: number;
  kill(): void;
  /** Dies within so many steps. */
  killWithin(steps: number): void;
  /** So many calls of the ledger get no answer. */
  loseLedger(calls: number): void;
}

type Call = (...args: unknown[]) => unknown;

/** @param onTrouble told of each answer that never came, and of the end */
export function makeGate(random: Random, onTrouble: () => void): Gate {
  let isDead = false;
  let stepsLeft = Infinity;
  let lostCalls = 0;
  let busy = 0;

  const step = (): void => {
    if (--stepsLeft <= 0 && !isDead) {
      isDead = true;
      onTrouble();
    }
    if (isDead) throw new DiedError('the node is gone');
  };
  const around = async <T>(work: () => T): Promise<Awaited<T>> => {
    step();
    busy += 1;
    try {
      // Others come in between, now and then.
      for (let waits = random(3); waits > 0; waits--) await undefined;
      return await work();
    } finally {
      busy -= 1;
      step();
    }
  };
  const ofLedger = async (work: () => unknown): Promise<unknown> => {
    if (lostCalls === 0) return work();
    lostCalls -= 1;
    onTrouble();
    if (random(2) === 0) await work();
    throw new AppError('common.unavailable');
  };

  const guardBy =
    (wrap: (work: () => unknown) => unknown) =>
    <Port extends object>(port: Port): Port => {
      const known = new Map<PropertyKey, unknown>();
      return new Proxy(port, {
        get(target, key) {
          if (known.has(key)) return known.get(key);
          const value = Reflect.get(target, key) as unknown;
          const wrapped =
            typeof value === 'function'
              ? (...args: unknown[]) => wrap(() => (value as Call)(...args))
              : value;
          known.set(key, wrapped);
          return wrapped;
        },
      });
    };

  type Execute = (work: (transaction: Transaction) => Promise<unknown>) => Promise<unknown>;
  return {
    guard: guardBy(around),
    guardLedger: guardBy((work) => around(() => ofLedger(work))),
    guardDatabase({ kysely }) {
      const execute: Execute = (work) =>
        around(() =>
          kysely.transaction().execute(async (transaction) => {
            const result = await work(transaction);
            // In the moment before the commit.
            step();
            return result;
          }),
        );
      return { kysely: { transaction: () => ({ execute }) } as unknown as Database['kysely'] };
    },
    get isDead() {
      return isDead;
    },
    get busy() {
      return busy;
    },
    kill: () => void (isDead = true),
    killWithin: (steps) => void (stepsLeft = steps),
    loseLedger: (calls) => void (lostCalls = calls),
  };
}
