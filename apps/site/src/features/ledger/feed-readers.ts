import { type AccountId, assert, type Log } from '@klieg/kernel';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import { accountOf, type LedgerAccount, personOf } from './accounts.ts';
import { type FeedItem, readFeed } from './feed-store.ts';
import { makeReaderStore } from './reader-store.ts';

/** Somebody for whom payments have effects. */
export interface FeedReader {
  /** Names its cursors; never used for another purpose. */
  readonly name: string;
  /** Where a reader begins that is new on a ledger in use. */
  readonly from: 'now' | 'start';
  /**
   * Gets consecutive items of one receiver, each once, in order. What it changes by the transaction is saved
   * with its place in the feed. What it tells besides (events to pages) is told again when the process dies
   * before the commit, so it must carry an id by which a repeat is known.
   */
  handle(receiver: AccountId, items: readonly FeedItem[], transaction: Transaction): Promise<void>;
}

/** Gives every payment to everybody who acts on it, also what was paid before a crash (L22). */
export interface FeedReaders {
  /** Begins to read for these. */
  start(readers: readonly FeedReader[]): Promise<void>;
  /** Reads the feeds of these people now; what this misses is found within a second. */
  wake(receivers: readonly AccountId[]): void;
  /** Looks for everything that was not read, once; resolves when it was read. */
  lookAll(): Promise<void>;
  countFailures(): Promise<number>;
  prune(): Promise<void>;
  /** Stops; what runs is finished. */
  stop(): Promise<void>;
}

const LOOK_MS = 1_000;
/** Items in one transaction. */
const ITEMS = 100;
/** Feeds that one reader reads at the same time on a node. */
const AT_ONCE = 2;

/** One reader on this node: which feeds wait, and which are read now. */
function makeFeedQueue(read: (account: LedgerAccount) => Promise<void>) {
  const waiting = new Map<LedgerAccount, PromiseWithResolvers<void>>();
  const running = new Map<LedgerAccount, Promise<void>>();

  const pump = () => {
    for (const [account, { resolve }] of waiting) {
      if (running.size >= AT_ONCE) return;
      if (running.has(account)) continue;
      waiting.delete(account);
      const reading = read(account).finally(() => {
        running.delete(account);
        resolve();
        pump();
      });
      running.set(account, reading);
    }
  };

  return {
    /** Resolves when the feed was read by somebody who began after this call. */
    add(account: LedgerAccount): Promise<void> {
      const known = waiting.get(account);
      if (known) return known.promise;
      const entry = Promise.withResolvers<void>();
      waiting.set(account, entry);
      pump();
      return entry.promise;
    },
    /** Forgets what waits; resolves when what runs has ended. */
    async stop() {
      for (const { resolve } of waiting.values()) resolve();
      waiting.clear();
      await Promise.all(running.values());
    },
  };
}

export function makeFeedReaders({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Log;
}): FeedReaders {
  const store = makeReaderStore(database);
  let running: { readonly reader: FeedReader; readonly queue: ReturnType<typeof makeFeedQueue> }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;

  /** @returns how many items were read */
  const readOnce = (reader: FeedReader, account: LedgerAccount): Promise<number> =>
    database.kysely.transaction().execute(async (transaction) => {
      const number = await store.takeCursor(transaction, reader.name, account);
      const items = await readFeed(transaction, account, number, ITEMS);
      const last = items.at(-1);
      if (!last) return 0;
      assert(last.number === number + items.length, `the feed of ${account} has a gap after ${number}`);
      const receiver = personOf(account);
      assert(receiver !== undefined, 'a feed belongs to a person');
      await reader.handle(receiver, items, transaction);
      await store.saveCursor(transaction, reader.name, account, last.number);
      return items.length;
    });

  const readAccount = async (reader: FeedReader, account: LedgerAccount): Promise<void> => {
    try {
      while ((await readOnce(reader, account)) === ITEMS);
    } catch (error) {
      log.error({ err: error, reader: reader.name, account }, 'a feed could not have its effects');
      await store
        .noteFailure(reader.name, account, String(error))
        .catch((err: unknown) => log.error({ err }, 'a failed feed could not be noted'));
    }
  };

  const look = async () => {
    for (const { reader, queue } of running) {
      for (let isMore = true; isMore;) {
        const { accounts, position } = await store.findUnread(reader.name);
        await Promise.all(accounts.map(queue.add));
        if (position !== undefined) await store.savePosition(reader.name, position);
        isMore = position !== undefined;
      }
      await Promise.all((await store.listFailed(reader.name)).map(queue.add));
    }
  };

  const lookOnce = (): Promise<void> =>
    (looking ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'feeds could not be read'))
      .finally(() => {
        looking = undefined;
      }));

  return {
    async start(readers) {
      await store.rebase();
      for (const { name, from } of readers) await store.register(name, from);
      running = readers.map((reader) => ({
        reader,
        queue: makeFeedQueue((account) => readAccount(reader, account)),
      }));
      timer = setInterval(() => void lookOnce(), LOOK_MS).unref();
      void lookOnce();
    },
    wake(receivers) {
      for (const { queue } of running)
        for (const receiver of receivers) void queue.add(accountOf(receiver, 'earning'));
    },
    async lookAll() {
      await looking;
      await lookOnce();
    },
    countFailures: store.countFailures,
    prune: store.prune,
    async stop() {
      clearInterval(timer);
      const queues = running.map(({ queue }) => queue);
      running = [];
      await Promise.all(queues.map((queue) => queue.stop()));
      await looking;
    },
  };
}
