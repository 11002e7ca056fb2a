import { setTimeout as wait } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import type { BlobStore } from '#site/platform/blobs/index.ts';
import { type DatabaseConnection, openDatabase } from '#site/platform/postgres/index.ts';
import { newTally, readLines, readMonthFile, type ReadFile } from './month-lines.ts';
import {
  addRows,
  addUpMonth,
  attachMonth,
  closeMonth,
  countOpenHolds,
  dropMonth,
  isSealWhole,
  listReadersBehind,
  type LedgerMonth,
  listMonths,
  makeEmptyMonth,
  noteFile,
  reopenMonth,
  writeSeal,
} from './month-store.ts';

/** What is wrong, in words for the operator; nothing was changed. */
export class MonthError extends Error {}

/** Something outside of the ledger that still reaches into a month: a sentence for each. */
export type ReachesInto = (client: pg.ClientBase, month: string) => Promise<readonly string[]>;

interface Uses {
  /** The role that owns the tables. */
  readonly connection: DatabaseConnection;
  readonly blobs: Pick<BlobStore, 'put' | 'read' | 'sizeOf'>;
  /** A month is sealed this many days after its end. */
  readonly sealAfterDays: number;
  /** A share of each feature whose rows may still change something of a month. */
  readonly reachesInto?: readonly ReachesInto[];
  /** Called after each step; if it throws, the work ends there. */
  readonly onStep?: (step: string) => void | Promise<void>;
}

/** One at a time, whatever the node. */
const LOCK = 7_205_319_848;
const LOCK_TRIES = 40;
const LOCK_PAUSE_MS = 250;

type Work<T> = (client: pg.PoolClient) => Promise<T>;

async function inTransaction<T>(client: pg.PoolClient, mode: string, work: Work<T>): Promise<T> {
  await client.query(`begin ${mode}`);
  try {
    const made = await work(client);
    await client.query('commit');
    return made;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Changes tables that others use all the time: waits for a lock only briefly, then tries again. */
async function amongOthers<T>(client: pg.PoolClient, work: Work<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await inTransaction(client, '', async () => {
        await client.query("set local lock_timeout = '300ms'");
        return work(client);
      });
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? error.code : undefined;
      if (tries === LOCK_TRIES || (code !== '55P03' && code !== '40P01')) throw error;
      await wait(LOCK_PAUSE_MS);
    }
}

const SNAPSHOT = 'isolation level repeatable read';

/** How a file differs from its seal. */
function faultOf(read: ReadFile, sealed: LedgerMonth): string | undefined {
  if (sealed.fileHash && !read.hash.equals(sealed.fileHash)) return 'it was altered';
  return sealed.content && read.content.equals(sealed.content)
    ? undefined
    : 'its rows are not those of the seal';
}

/** Seals months of the ledger, takes them out into files and brings them back (rules L31 to L36). */
export function keepMonths({ connection, blobs, sealAfterDays, reachesInto = [], onStep }: Uses) {
  const step = async (text: string) => onStep?.(text);

  async function connected<T>(work: Work<T>): Promise<T> {
    // One connection, whose end is the end of its lock.
    const database = openDatabase({ ...connection, max: 1 });
    try {
      const client = await database.pool.connect();
      try {
        await client.query("set timezone = 'UTC'");
        return await work(client);
      } finally {
        client.release(true);
      }
    } finally {
      await database.close();
    }
  }
  const alone = <T>(work: Work<T>): Promise<T> =>
    connected(async (client) => {
      const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) mine', [LOCK]);
      if (!rows[0]!.mine)
        throw new MonthError('another command is at work on the months: wait until it is done');
      try {
        return await work(client);
      } finally {
        // Closing the connection would do it too, but a moment later.
        await client.query('select pg_advisory_unlock($1)', [LOCK]).catch(() => {});
      }
    });

  const list = () => connected((client) => listMonths(client, sealAfterDays));
  async function find(client: pg.PoolClient, month: string): Promise<LedgerMonth> {
    const found = (await listMonths(client, sealAfterDays)).find((one) => one.month === month);
    if (!found) throw new MonthError(`there is no month ${month}`);
    return found;
  }

  /** @throws MonthError where the file is not what the seal says */
  async function verify(name: string, sealed: LedgerMonth): Promise<ReadFile> {
    if ((await blobs.sizeOf(name)) === undefined) throw new MonthError(`${name} is missing`);
    let read: ReadFile;
    try {
      read = await readMonthFile(blobs, name);
    } catch (error) {
      throw new MonthError(
        `${name} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    const fault = faultOf(read, sealed);
    if (fault) throw new MonthError(`${name} cannot be used: ${fault}`);
    return read;
  }

  const isRight = async (name: string, sealed: LedgerMonth): Promise<boolean> => {
    try {
      await verify(name, sealed);
      return true;
    } catch (error) {
      if (error instanceof MonthError) return false;
      throw error;
    }
  };

  async function tallyOf(client: pg.PoolClient, month: string) {
    const tally = newTally();
    for await (const _ of readLines(client, month, tally));
    return { counts: tally.counts, content: tally.hash.digest() };
  }

  async function seal(month: string): Promise<'sealed' | 'was sealed'> {
    return alone(async (client) => {
      const found = await find(client, month);
      if (found.state === 'sealed' || found.state === 'detached') return 'was sealed';
      if (!found.isOld) throw new MonthError(`${month} is not over for ${sealAfterDays} days yet`);
      const before = (await listMonths(client, sealAfterDays)).find(
        (one) => one.month < month && one.state !== 'sealed' && one.state !== 'detached',
      );
      if (before) throw new MonthError(`${before.month} comes first`);
      await amongOthers(client, () => closeMonth(client, month));
      await step(`${month}: closed`);
      const open = await countOpenHolds(client, month);
      const reaching = open > 0 ? [`${open} holds are open`] : [];
      for (const ask of reachesInto) reaching.push(...(await ask(client, month)));
      if (reaching.length > 0) {
        await amongOthers(client, () => reopenMonth(client, month));
        throw new MonthError(`${month} stays open: ${reaching.join('; ')}`);
      }
      await inTransaction(client, SNAPSHOT, async () => {
        const off = await addUpMonth(client, month);
        if (off !== 0) throw new MonthError(`${month} does not add up to 0: ask npm run recount`);
        await step(`${month}: balances added up`);
        await writeSeal(client, month, await tallyOf(client, month));
        await step(`${month}: rows read`);
      });
      await step(`${month}: sealed`);
      return 'sealed';
    });
  }

  async function store(client: pg.PoolClient, month: string, sealed: LedgerMonth): Promise<string> {
    const name =
      sealed.file ?? `ledger-months/${month}-${sealed.content!.toString('hex').slice(0, 16)}.jsonl.gz`;
    // A month that was brought back still has its file; a wrong one is written again.
    if (sealed.fileHash && (await isRight(name, sealed))) return name;
    await inTransaction(client, `${SNAPSHOT} read only`, async () => {
      const tally = newTally();
      const lines = Readable.from(readLines(client, month, tally));
      const gzip = createGzip();
      lines.on('error', (error) => gzip.destroy(error));
      await blobs.put(name, lines.pipe(gzip));
      if (!tally.hash.digest().equals(sealed.content!))
        throw new MonthError(`${month} is no longer what was sealed: ask npm run recount`);
    });
    return name;
  }

  async function detach(month: string): Promise<'detached' | 'was detached'> {
    return alone(async (client) => {
      const sealed = await find(client, month);
      if (sealed.state === 'detached') return 'was detached';
      if (sealed.state !== 'sealed') throw new MonthError(`${month} is not sealed yet`);
      const before = (await listMonths(client, sealAfterDays)).find(
        (one) => one.month < month && one.state !== 'detached' && !one.restoredAt,
      );
      if (before) throw new MonthError(`${before.month} comes first`);
      const behind = await listReadersBehind(client, month);
      if (behind.length > 0)
        throw new MonthError(
          `${month} stays: ${behind.join(', ')} has not read all of it; it does so while the site runs`,
        );
      const name = await store(client, month, sealed);
      await step(`${month}: written to ${name}`);
      // Without the hash of an earlier file: a rewritten one differs.
      const read = await verify(name, { ...sealed, fileHash: undefined });
      await noteFile(client, month, { name, bytes: read.bytes, hash: read.hash });
      await step(`${month}: ${read.bytes} bytes read back and found right`);
      await amongOthers(client, () => dropMonth(client, month));
      await step(`${month}: detached`);
      return 'detached';
    });
  }

  async function restore(month: string): Promise<'restored' | 'was here'> {
    return alone(async (client) => {
      const sealed = await find(client, month);
      if (sealed.state !== 'detached') return 'was here';
      await verify(sealed.file!, sealed);
      await step(`${month}: ${sealed.file} is right`);
      await inTransaction(client, '', async () => {
        await makeEmptyMonth(client, month);
        await readMonthFile(blobs, sealed.file!, (table, rows) => addRows(client, month, table, rows));
        await step(`${month}: rows written`);
        const { content } = await tallyOf(client, month);
        if (!content.equals(sealed.content!))
          throw new MonthError(`${month} is not restored: its rows are not those of the seal`);
        await attachMonth(client, month);
        await step(`${month}: rows compared`);
      });
      await step(`${month}: restored`);
      return 'restored';
    });
  }

  /** Compares a seal with its month. @returns what is wrong, nothing if all is right */
  async function check(month: string): Promise<string | undefined> {
    return connected(async (client) => {
      const sealed = await find(client, month);
      if (sealed.state !== 'sealed' && sealed.state !== 'detached') return undefined;
      if (!(await isSealWhole(client, month))) return 'the seal or its balances were changed';
      if (sealed.state === 'sealed') {
        const { content } = await inTransaction(client, `${SNAPSHOT} read only`, () =>
          tallyOf(client, month),
        );
        return content.equals(sealed.content!) ? undefined : 'its rows are not those of the seal';
      }
      try {
        await verify(sealed.file!, sealed);
        return undefined;
      } catch (error) {
        if (error instanceof MonthError) return error.message;
        throw error;
      }
    });
  }

  return { list, seal, detach, restore, check };
}

export type Months = ReturnType<typeof keepMonths>;
