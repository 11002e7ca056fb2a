import { chmodSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { freePort, makeVisitor, type Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { howMany, isLongRun } from '@klieg/testing/run-length';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import { prepareDatabase, openDatabase, startEmbeddedPostgres } from '../platform/postgres/index.ts';
import { startTestNode } from './testing-node.ts';
import { joinNode } from './testing-shared-nodes.ts';

/*
 * The database is killed or stopped again and again while people tip, look and chat. The site stays, says that it is
 * busy, and goes on when the database is back; nothing that it acknowledged is lost.
 */

const ROUNDS = howMany(1, 20);
/** The site serves again so soon after the database does. */
const BACK_MS = 10_000;
const AT_ONCE = 4;
const READ = [
  '/api/v1/user/current',
  '/api/v1/chat/react/anna',
  '/api/v1/browse/react',
  '/api/v1/billing/receipts',
  '/api/v1/billing/history',
];

const folder = mkdtempSync(join(tmpdir(), 'klieg-outage-'));
chmodSync(folder, 0o755);
const cluster = join(folder, 'pg', 'cluster');
const server = await startEmbeddedPostgres({ dataDir: join(folder, 'pg'), log: silentLog });
await prepareDatabase(server, fileURLToPath(new URL('../../../../migrations', import.meta.url)));
const database = openDatabase(server.connection);
const node = await startTestNode(await freePort(), server.connection);
afterAll(async () => {
  await node.kill();
  await database.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const join_ = (name: string, type: 'model' | 'other') =>
  joinNode(database, makeVisitor(node.url), name, type);
const statusOf = async (visitor: Visitor, path: string, accept = '*/*') => {
  const answer = await visitor.fetch(path, { headers: { accept } });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

test(`the site outlives ${ROUNDS} deaths of its database, answers 503 meanwhile and loses nothing that it acknowledged (L18) (L21)`, async () => {
  const model = await join_('anna', 'model');
  const { id: receiver } = (await model.call('getCurrentUser')).user;
  const payer = await join_('bert', 'other');
  const { id: payerId } = (await payer.call('getCurrentUser')).user;
  const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
  const bought = 10_000_000;
  await ledger.credit({
    id: uuidv7(),
    kind: 'promotion',
    source: 'promotions',
    to: payerId as AccountId,
    amountTokens: bought,
  });
  const lobby = await payer.openLobby();
  const room = await payer.openRoom(lobby, 'anna');

  const acknowledged = new Set<string>();
  const refusals = new Set<number>();
  const answered = new Set<number>();
  const tip = async (idempotencyKey: string) => {
    const answer = await payer.fetch(`/api/v1/tip/${receiver}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': payer.csrf,
        'idempotency-key': idempotencyKey,
      },
      body: '{"amount":1}',
    });
    if (answer.status === 200) acknowledged.add(idempotencyKey);
    else refusals.add(answer.status);
    return answer;
  };
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const load = Array.from({ length: AT_ONCE }, async () => {
    while (!isOver) {
      await tip(uuidv7());
      for (const path of READ) answered.add((await statusOf(payer, path)).status);
      // Who comes meanwhile is refused or let in; nobody's coming ends the site.
      await payer.openLobby().then(
        (page) => page.close(),
        () => undefined,
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });

  for (let round = 0; round < ROUNDS; round++) {
    const before = acknowledged.size;
    await eventually(() => expect(acknowledged.size).toBeGreaterThan(before + 10));
    // Its files are out of reach, so that it stays away until we let it come back.
    renameSync(cluster, `${cluster}.away`);
    process.kill(server.pid, round % 2 === 0 ? 'SIGKILL' : 'SIGINT');
    await eventually(async () => {
      const { status, headers, text } = await statusOf(payer, '/api/v1/user/current');
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(JSON.parse(text)).toMatchObject({ status: 0, code: 'common.unavailable' });
    });
    const page = await statusOf(payer, '/account', 'text/html');
    expect(page.status).toBe(503);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).toContain('Back in a moment');
    room.send('v3.chat.send', { client_id: uuidv7(), message: 'is anybody here' });
    // What everybody sees stands in memory.
    const guest = makeVisitor(node.url);
    expect((await guest.fetch('/api/v1/browse/react')).status).toBe(200);

    renameSync(`${cluster}.away`, cluster);
    await eventually(() => database.pool.query('select 1'));
    const backAt = performance.now();
    await eventually(async () => expect((await tip(uuidv7())).status).toBe(200));
    await eventually(async () => expect((await statusOf(payer, '/api/v1/user/current')).status).toBe(200));
    if (isLongRun) expect(performance.now() - backAt).toBeLessThan(BACK_MS);
    // The sockets that were open hear what happens from now on.
    const heard = room.received.length;
    await tip(uuidv7());
    await eventually(() =>
      expect(room.received.slice(heard).some(({ name }) => name === 'v3.tip.received')).toBe(true),
    );
  }
  isOver = true;
  await Promise.all(load);

  expect(node.process.exitCode).toBeNull();
  expect([lobby.closeCode, room.closeCode]).toEqual([undefined, undefined]);
  expect([...refusals]).toEqual([503]);
  expect([...answered].toSorted()).toEqual([200, 503]);
  const { rows } = await database.pool.query<{ tips: number }>(
    'select count(*) tips from ledger.entries where account = $1',
    [receiver * 8 + 2],
  );
  expect(rows[0]!.tips).toBeGreaterThanOrEqual(acknowledged.size);
  expect((await ledger.balanceOf(payerId as AccountId)).posted).toBe(bought - rows[0]!.tips);
  for (const key of [...acknowledged].slice(-20))
    expect((await tip(key)).headers.get('idempotency-replayed')).toBe('true');
  expect((await ledger.reconcile('all')).findings).toEqual([]);
});
