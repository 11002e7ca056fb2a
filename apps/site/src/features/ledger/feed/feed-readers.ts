import { type AccountId, assert, type Log } from '@klieg/kernel';
import type { Database, Transaction } from '#site/platform/postgres/index.ts';
import { accountOf, type LedgerAccount, personOf } from '../accounts.ts';
import { type FeedItem, makeFeedStore, readFeed } from './feed-store.ts';
import { type CursorPass, makeReaderStore } from './reader-store.ts';

/** Somebody for whom payments have effects. */
export interface FeedReader {
  /** Names its cursors; never used for another purpose. */
  readonly name: string;
  /** Where a reader begins that is new on a ledger in use. */
  readonly from: 'now' | 'start';
  /** Whether an item can have an effect; a feed with none that can is passed by, with many others at once. */
  readonly concerns: (item: FeedItem) => boolean;
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
/** Feeds of which it is looked at the same time whether they concern anybody. */
const SEEN_AT_ONCE = 4;

/** So many of a feed's newest items say whom it concerns at once; what stands before them is found within a second. */
const TOLD_ITEMS = 20;

/** New items of a feed after a number; the readers of one look all get what the first has read. */
type ReadNew = (account: LedgerAccount, number: number) => Promise<readonly FeedItem[]>;

/** What is new of feeds for a reader that none of it concerns. */
async function findPasses(
  { concerns }: Pick<FeedReader, 'concerns'>,
  cursors: readonly (readonly [LedgerAccount, number])[],
  readNew: ReadNew,
): Promise<readonly CursorPass[]> {
  const passes: CursorPass[] = [];
  const see = async (account: LedgerAccount, from: number): Promise<void> => {
    const items = await readNew(account, from);
    const to = items.at(-1)?.number;
    // More of them may stand behind; what has a gap is for the reader to refuse.
    const isWhole = items.length < ITEMS && to === from + items.length;
    if (to !== undefined && isWhole && !items.some(concerns)) passes.push({ account, from, to });
  };
  for (let at = 0; at < cursors.length; at += SEEN_AT_ONCE)
    await Promise.all(cursors.slice(at, at + SEEN_AT_ONCE).map(([account, from]) => see(account, from)));
  return passes;
}

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
  const feed = makeFeedStore(database);
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

  /** Passes by what does not concern the reader. @returns the feeds that it has to read */
  const pass = async (reader: FeedReader, accounts: readonly LedgerAccount[], readNew: ReadNew) => {
    if (accounts.length === 0) return [];
    const numbers = await store.listCursors(reader.name, accounts);
    const cursors = accounts.map((account) => [account, numbers.get(account) ?? 0] as const);
    const passed = await store.passCursors(reader.name, await findPasses(reader, cursors, readNew));
    return accounts.filter((account) => !passed.has(account));
  };

  /** Has those read a feed whom something of its newest items concerns. */
  const tell = async (account: LedgerAccount): Promise<void> => {
    const newest = await feed.newestOf(account);
    const items = await feed.after(account, Math.max(0, newest - TOLD_ITEMS), TOLD_ITEMS);
    for (const { reader, queue } of running) if (items.some(reader.concerns)) void queue.add(account);
  };
  const woken = makeFeedQueue((account) =>
    tell(account).catch((err: unknown) => log.error({ err, account }, 'the readers of a feed were not told')),
  );

  const look = async () => {
    const seen = new Map<string, Promise<readonly FeedItem[]>>();
    const readNew: ReadNew = (account, number) => {
      const key = `${account} ${number}`;
      const items = seen.get(key) ?? feed.after(account, number, ITEMS);
      seen.set(key, items);
      return items;
    };
    const behind = await store.findBehind(running.map(({ reader }) => reader.name));
    let readers = running.filter(({ reader }) => behind.get(reader.name)?.hasNew);
    while (readers.length > 0) {
      const unread = await store.findUnread(readers.map(({ reader }) => reader.name));
      const read = new Map<string, string>();
      try {
        for (const { reader, queue } of readers) {
          const { accounts, position } = unread.get(reader.name)!;
          await Promise.all((await pass(reader, accounts, readNew)).map(queue.add));
          if (position !== undefined) read.set(reader.name, position);
        }
      } finally {
        // Also of those that came before one that could not be read.
        if (read.size > 0) await store.savePositions(read);
      }
      readers = readers.filter(({ reader }) => unread.get(reader.name)?.isMore);
    }
    for (const { reader, queue } of running)
      if (behind.get(reader.name)?.hasFailed)
        await Promise.all((await store.listFailed(reader.name)).map(queue.add));
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
      if (running.length === 0) return;
      for (const receiver of receivers) void woken.add(accountOf(receiver, 'earning'));
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
      await Promise.all([woken, ...queues].map((queue) => queue.stop()));
      await looking;
    },
  };
}
