import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { freePort, makeVisitor, type Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { isLongRun } from '@klieg/testing/run-length';
import { expect, onTestFinished, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import { openDatabase, prepareDatabase } from '../platform/postgres/index.ts';
import { useTestDatabase } from '../platform/postgres/testing.ts';
import { startTestNode, type TestNode } from './testing-node.ts';
import { joinNode } from './testing-shared-nodes.ts';

/*
 * The version from before the newest migration goes on serving while and after this one migrates the database. It is
 * taken from the history of the repository, so that this needs a clone with its history.
 */

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 }).trim();

/** The commit before the one that added the newest migration; the newest of all while that is not committed. */
function findVersionBefore(): string {
  const newest = readdirSync(join(root, 'migrations')).toSorted().at(-1)!;
  const added = git('log', '-1', '--format=%H', '--diff-filter=A', '--', `migrations/${newest}`);
  return added === '' ? 'HEAD' : `${added}^`;
}

/** Puts the sources of a commit into a folder, with our packages of others and its own parts. */
function takeVersion(commit: string, folder: string): void {
  const archive = join(folder, 'version.tar');
  git('archive', '--output', archive, commit, 'apps', 'packages', 'migrations', 'package.json');
  execFileSync('tar', ['-xf', archive, '-C', folder]);
  mkdirSync(join(folder, 'node_modules/@klieg'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@klieg') symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const parent of ['apps', 'packages'])
    for (const name of readdirSync(join(folder, parent)))
      symlinkSync(join(folder, parent, name), join(folder, 'node_modules/@klieg', name));
}

const tip = (visitor: Visitor, model: number, amount: number) =>
  visitor.call('sendTip', {
    params: { id: String(model) },
    body: { amount, type: 'pm', comment: '' },
    idempotencyKey: uuidv7(),
  } as never);

// It starts two versions of the whole site; what can be told from the files alone is told in every run, by
// scripts/migration-rules.test.ts.
test.runIf(isLongRun)(
  'the version before serves log-ins, reads and tips on the migrated database',
  async () => {
    const { connection: site, ownerConnection: template } = await useTestDatabase();
    const name = `upgrade_${template.database}`;
    const admin = openDatabase({ ...template, max: 1 });
    await admin.pool.query(`create database ${name}`);
    // The version before has one role for everything.
    const connection = { ...template, database: name };
    const roles = { owner: connection, connection: { ...site, database: name } };
    const folder = mkdtempSync(join(tmpdir(), 'klieg-upgrade-'));
    const nodes: TestNode[] = [];
    const database = openDatabase(connection);
    onTestFinished(async () => {
      for (const node of nodes) await node.kill();
      await database.close();
      await admin.pool.query(`drop database ${name} with (force)`);
      await admin.close();
      rmSync(folder, { recursive: true, force: true });
    });

    takeVersion(findVersionBefore(), folder);
    await prepareDatabase({ owner: connection, connection }, join(folder, 'migrations'));
    const main = pathToFileURL(join(folder, 'apps/site/src/app/testing-node-main.ts'));
    const old = await startTestNode(await freePort(), connection, {}, { main });
    nodes.push(old);
    const model = await joinNode(database, makeVisitor(old.url), 'anna', 'model');
    const viewer = await joinNode(database, makeVisitor(old.url), 'bert', 'other');
    const [modelId, payer] = await Promise.all(
      [model, viewer].map(async (one) => (await one.call('getCurrentUser')).user.id as AccountId),
    );
    // On its own tables the version before has its own ledger.
    const before = (await import(
      pathToFileURL(join(folder, 'apps/site/src/features/ledger/make-ledger.ts')).href
    )) as typeof import('../features/ledger/make-ledger.ts');
    await before.makeLedger({ database, clock: systemClock, log: silentLog }).credit({
      id: uuidv7(),
      kind: 'promotion',
      source: 'promotions',
      to: payer!,
      amountTokens: 1_000,
    });
    const page = await viewer.openRoom(await viewer.openLobby(), 'anna');
    await tip(viewer, modelId!, 100);

    // People go on tipping while the newer version migrates.
    let isMigrated = false;
    let count = 0;
    const load = (async () => {
      while (!isMigrated && count < 300) {
        await tip(viewer, modelId!, 1);
        count += 1;
      }
    })();
    const applied = await prepareDatabase(roles, join(root, 'migrations'));
    isMigrated = true;
    await load;
    expect(applied.length).toBeGreaterThan(0);
    const ledger = makeLedger({ database, clock: systemClock, log: silentLog });

    // The version before: somebody new, a log-in, a tip, what the room is told of it, and the statement.
    await joinNode(database, makeVisitor(old.url), 'carl', 'other');
    const again = makeVisitor(old.url);
    await again.arrive();
    await again.login('bert', 'correct horse battery');
    await tip(again, modelId!, 50);
    await page.waitFor('v3.tip.received', ({ tokens }) => tokens === 50);
    const spent = 150 + count;
    expect((await again.call('getCurrentUser')).tokens).toBe(1_000 - spent);

    // The newer one beside it, on the same money.
    const newer = await startTestNode(await freePort(), roles.connection);
    nodes.push(newer);
    const moved = makeVisitor(newer.url);
    await moved.arrive();
    await moved.login('bert', 'correct horse battery');
    await tip(moved, modelId!, 25);
    await tip(again, modelId!, 25);
    await eventually(async () => expect((await again.call('getCurrentUser')).tokens).toBe(950 - spent));
    expect((await ledger.reconcile('all')).findings).toEqual([]);
  },
);
