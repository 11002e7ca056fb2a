import { mkdtempSync, rmSync } from 'node:fs';
import { chmod, readdir, stat } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountId, silentLog, systemClock, uuidv7 } from '../packages/kernel/src/index.ts';
import { backUp } from '../apps/site/src/app/backup/back-up.ts';
import { restore } from '../apps/site/src/app/backup/restore.ts';
import { makeLedger } from '../apps/site/src/features/ledger/make-ledger.ts';
import { makeFolderBlobs } from '../apps/site/src/platform/blobs/index.ts';
import {
  type Database,
  openDatabase,
  prepareDatabase,
  startEmbeddedPostgres,
} from '../apps/site/src/platform/postgres/index.ts';

/*
 * How long a backup of a running site and its restore take, what the tips that run meanwhile feel of it, and what
 * the restored ledger has of them: node scripts/measure-backup.ts [transfers] [files of 1 MiB]
 */

const [TRANSFERS = 300_000, FILES = 500] = process.argv.slice(2).map(Number);
const VIEWERS = 2_000;
const MODELS = 100;
const FIRST_MODEL = 1_000_000;
/** Tips that wait for their answer at any time while the backup runs. */
const IN_FLIGHT = 50;
const QUIET_MS = 10_000;
const MIB = 2 ** 20;
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

const root = mkdtempSync(join(tmpdir(), 'klieg-measure-backup-'));
await chmod(root, 0o755);
const at = (name: string): string => join(root, name);
const say = (line: string) => process.stdout.write(`${line}\n`);
const below = (limit: number): number => Math.floor(Math.random() * limit);

/** The embedded database of a folder, with the ledger on it. */
async function open(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog });
  await prepareDatabase(server, migrations);
  const database = openDatabase(server.connection);
  const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
  return {
    database,
    ledger,
    async close() {
      await ledger.idle();
      await database.close();
      await server.stop();
    },
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

/** @returns the id of a tip that was acknowledged */
async function tip({ ledger }: Opened): Promise<string> {
  const id = uuidv7();
  const { status } = await ledger.spend({
    id,
    kind: 'tip',
    from: (1 + below(VIEWERS)) as AccountId,
    to: (FIRST_MODEL + below(MODELS)) as AccountId,
    sharePercent: 60,
    amountTokens: 1 + below(50),
  });
  if (status !== 'applied') throw new Error(`a tip was ${status}`);
  return id;
}

/** Keeps tips running. @returns what ends it and answers the ids of all that were acknowledged, with their times */
function startTips(site: Opened) {
  const acknowledged: { readonly id: string; readonly atMs: number; readonly tookMs: number }[] = [];
  let isOver = false;
  const work = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      const id = await tip(site);
      const now = performance.now();
      acknowledged.push({ id, atMs: now, tookMs: now - startedAt });
    }
  };
  const all = Array.from({ length: IN_FLIGHT }, work);
  return {
    acknowledged,
    async end() {
      isOver = true;
      await Promise.all(all);
    },
  };
}

async function fill(site: Opened): Promise<void> {
  const purchase = { kind: 'purchase', source: 'billers', amountTokens: 10_000_000 } as const;
  const viewers = Array.from({ length: VIEWERS }, (_, index) => (index + 1) as AccountId);
  await Promise.all(viewers.map((to) => site.ledger.credit({ ...purchase, id: uuidv7(), to })));
  let left = TRANSFERS;
  const work = async () => {
    while (left-- > 0) await tip(site);
  };
  await Promise.all(Array.from({ length: 1_000 }, work));
  const blobs = makeFolderBlobs(join(at('data'), 'blobs'));
  for (let file = 0; file < FILES; file++)
    await blobs.put(
      `recordings/${file}.mp4`,
      (async function* () {
        yield Buffer.alloc(MIB, file % 251);
      })(),
    );
  await site.database.pool.query('checkpoint');
}

/** A digest of what each account got and gave by the transfers up to an id, and how many there are. */
async function checksumOf({ pool }: Database, ids: readonly string[]): Promise<string> {
  const { rows } = await pool.query<{ sum: string }>(
    `select count(*) || ' ' || md5(string_agg(line, ',' order by line)) as sum from (
       select account || ':' || sum(amount) as line from ledger.entries
       where transfer_id = any($1::uuid[]) group by account) as lines`,
    [ids],
  );
  return rows[0]!.sum;
}

const idsOf = async ({ pool }: Database): Promise<string[]> =>
  (await pool.query<{ id: string }>('select id from ledger.transfers')).rows.map(({ id }) => id);

async function bytesOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
const p99 = (values: readonly number[]): string =>
  `${values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)]?.toFixed(0)} ms`;

try {
  say(
    `${cpus().length} cores ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`,
  );
  const site = await open(at('data'));
  await fill(site);
  const load = startTips(site);
  await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  const beganAt = performance.now();
  await backUp({ DATA_DIR: at('data') }, at('saved'));
  const endedAt = performance.now();
  await load.end();
  const before = load.acknowledged.filter(({ atMs }) => atMs < beganAt);
  const during = load.acknowledged.filter(({ atMs }) => atMs >= beganAt && atMs < endedAt);
  const rate = (count: number, ms: number): string => `${Math.round((count * 1_000) / ms)} a second`;
  say(
    `tips without a backup: ${rate(before.length, QUIET_MS)}, p99 ${p99(before.map(({ tookMs }) => tookMs))}`,
  );
  say(
    `tips during the backup: ${rate(during.length, endedAt - beganAt)}, p99 ${p99(during.map(({ tookMs }) => tookMs))}`,
  );
  say(`backup: ${seconds(endedAt - beganAt)}, ${Math.round((await bytesOf(at('saved'))) / MIB)} MiB`);

  const restoredFrom = performance.now();
  await restore({ DATA_DIR: at('restored') }, at('saved'));
  say(`restore: ${seconds(performance.now() - restoredFrom)}`);
  const copy = await open(at('restored'));
  const ids = await idsOf(copy.database);
  const has = new Set(ids);
  const lost = (some: readonly { readonly id: string }[]): number =>
    some.filter(({ id }) => !has.has(id)).length;
  say(`transfers in the copy: ${ids.length}`);
  say(`acknowledged before the backup began: ${before.length}, lost ${lost(before)}`);
  say(`acknowledged while it ran: ${during.length}, lost ${lost(during)}`);
  const [ours, theirs] = [await checksumOf(copy.database, ids), await checksumOf(site.database, ids)];
  say(`checksum of the entries of these transfers: ${ours === theirs ? 'equal' : 'DIFFERENT'} (${ours})`);
  const { findings } = await copy.ledger.reconcile('all');
  say(`reconciliation of the copy: ${findings.length} findings`);
  await copy.close();
  await site.close();
  if (lost(before) > 0 || ours !== theirs || findings.length > 0) process.exitCode = 1;
} finally {
  rmSync(root, { recursive: true, force: true });
}
