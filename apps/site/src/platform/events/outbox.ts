import type { Log } from '@klieg/kernel';
import type { Database, Transaction } from '../postgres/index.ts';
import type { Fact, FactHandler } from './fact.ts';
import { makeOutboxStore, type ReaderOfFacts, type StoredFact } from './outbox-store.ts';

/** Facts that are given in one transaction. */
const BATCH = 100;
const LOOK_MS = 1_000;
/** A fact waits for older transactions to end; it is looked for this often until then. */
const SOON_MS = 25;
/** Most transactions that add a fact have ended after these times. */
const COMMITTED_MS = [50, 300] as const;

/** A reader for whom facts have effects. */
export interface FactReader {
  /** Names its place in the outbox; never used for another purpose. */
  readonly name: string;
  readonly on: readonly FactHandler[];
}

const actsOn = ({ name, on }: FactReader): ReaderOfFacts => ({ name, facts: on.map((fact) => fact.name) });

/** Carries facts from the transactions that made them true to those who act on them. */
export interface Outbox {
  /**
   * Writes a fact together with what made it true. It is read a moment later; at once after a `nudge` that follows the
   * commit.
   */
  add<P extends object>(transaction: Transaction, what: Fact<P>, payload: P): Promise<void>;
  /** Reads what is there at once. */
  nudge(): void;
  /**
   * Begins to read for these. Each reader begins with the facts that are written after it was first known, and may
   * get those of the moment before.
   */
  start(readers: readonly FactReader[]): Promise<void>;
  /** Resolves when everything that is complete was given to all readers or put aside as failed. */
  drained(): Promise<void>;
  /** How many facts failed and wait for another try. */
  countFailures(): Promise<number>;
  prune(): Promise<void>;
  /** Stops reading; what runs is finished. */
  stop(): Promise<void>;
}

export function makeOutbox({ database, log }: { readonly database: Database; readonly log: Log }): Outbox {
  const store = makeOutboxStore(database);
  let readers: readonly FactReader[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;

  /** Effects of one fact; if it fails, only this is undone and kept for another try. */
  const give = async (reader: FactReader, one: StoredFact, transaction: Transaction): Promise<boolean> => {
    const handler = reader.on.find(({ name }) => name === one.name);
    if (!handler) return true;
    try {
      await store.inSavepoint(transaction, () => handler.handle(one.payload, transaction));
      return true;
    } catch (error) {
      await store.noteFailure(transaction, reader.name, one.seq, String(error));
      log.error({ err: error, reader: reader.name, fact: one.name }, 'a fact could not have its effects');
      return false;
    }
  };

  const readNew = (reader: FactReader): Promise<number> =>
    database.kysely.transaction().execute(async (transaction) => {
      const place = await store.takePlace(transaction, reader.name);
      if (!place) return 0;
      const facts = await store.listAfter(transaction, place, BATCH);
      for (const one of facts) await give(reader, one, transaction);
      const last = facts.at(-1);
      if (last) await store.savePlace(transaction, reader.name, last);
      return facts.length;
    });

  const tryFailed = (reader: FactReader): Promise<boolean> =>
    database.kysely.transaction().execute(async (transaction) => {
      const one = await store.takeFailed(transaction, reader.name);
      if (!one) return false;
      if (await give(reader, one, transaction)) await store.forgetFailure(transaction, reader.name, one.seq);
      return true;
    });

  /** @param isThorough readers with nothing to do also move on to the newest fact */
  const readAll = async (isThorough: boolean) => {
    const stands = await store.findStands(readers.map(actsOn));
    const readerOf = new Map(readers.map((reader) => [reader.name, reader]));
    for (const { reader: name, hasNew, hasFailed } of stands) {
      const reader = readerOf.get(name);
      if (!reader) continue;
      while (hasNew && (await readNew(reader)) === BATCH);
      while (hasFailed && (await tryFailed(reader)));
    }
    if (isThorough && stands.some(({ hasNew }) => !hasNew)) await store.passBy(readers.map(actsOn));
    if (timer && (await store.isWaiting(readers.map(({ name }) => name))))
      setTimeout(() => void look(), SOON_MS).unref();
  };

  const look = (isThorough = false): Promise<void> => {
    if (running) {
      isWanted = true;
      return running;
    }
    running = (async () => {
      do {
        isWanted = false;
        await readAll(isThorough);
      } while (isWanted);
    })()
      .catch((error: unknown) => log.error({ err: error }, 'the outbox could not be read'))
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  const planned = new Set<number>();
  const lookAfter = (afterMs: number): void => {
    if (planned.has(afterMs)) return;
    planned.add(afterMs);
    setTimeout(() => {
      planned.delete(afterMs);
      if (readers.length > 0) void look();
    }, afterMs).unref();
  };

  return {
    async add(transaction, what, payload) {
      await store.add(transaction, what.name, payload);
      if (readers.length > 0) for (const afterMs of COMMITTED_MS) lookAfter(afterMs);
    },
    nudge: () => void (readers.length > 0 && look()),
    async start(given) {
      await store.rebase();
      for (const { name } of given) await store.register(name);
      readers = given;
      timer = setInterval(() => void look(true), LOOK_MS).unref();
    },
    drained: () => look(),
    countFailures: store.countFailures,
    prune: store.prune,
    async stop() {
      clearInterval(timer);
      timer = undefined;
      readers = [];
      await running;
    },
  };
}
