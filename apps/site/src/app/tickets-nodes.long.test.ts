import { TICKET_SHOW_APP } from '@klieg/contract/features/ticket-shows/limits';
import { MEDIA_FACTS } from '@klieg/contract/media';
import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import type { Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, afterEach, expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import type { TestNode } from './testing-node.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';
import { codeOf } from './testing-site.ts';

/* A ticket show on two nodes: the one that began it dies, and it goes on or is settled, each ticket once. */

const nodes = await useSharedNodes();
const { database, startNode } = nodes;
const { kysely } = database;
const ledger = makeLedger({ database, clock: systemClock, log: silentLog });
await nodes.startNats();
const b = await eventually(() => startNode('b'));
const bus = await eventually(() => nodes.openBus());
/** One test at a time has the first node. */
let first: TestNode | undefined;
afterEach(() => first?.kill());
afterAll(async () => expect((await ledger.reconcile('all')).findings).toEqual([]));

const PRICE = 100;

type Person = Visitor & { readonly id: AccountId; readonly username: string };
interface TicketRow {
  readonly id: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly watched: number;
}

let people = 0;
async function person(url: string, type: 'model' | 'other'): Promise<Person> {
  const username = `ticket_${type}_${(people += 1)}`;
  const visitor = await nodes.join(url, username, type);
  const { rows } = await sql<{ id: AccountId }>`select id from accounts where username = ${username}`.execute(
    kysely,
  );
  return Object.assign(visitor, { id: rows[0]!.id, username });
}

const ticketOf = async ({ id }: Person): Promise<TicketRow> => {
  const { rows } = await sql<TicketRow>`
    select ticket_id id, state, outcome, watched_ms watched from tickets where account_id = ${id}`.execute(
    kysely,
  );
  return rows[0]!;
};
const showOf = async ({ id }: Person) => {
  const { rows } = await sql<{ state: string; reason: string | null; delivered: number }>`
    select state, reason, delivered_ms delivered from ticket_shows where room_id = ${id}`.execute(kysely);
  return rows[0]!;
};
const deliver = (meterId: string, seconds: number) =>
  bus.publish(MEDIA_FACTS, {
    kind: 'metered',
    node: 'm1',
    meterId,
    clock: 'c1',
    deliveredMs: seconds * 1_000,
    fromMs: 0,
    untilMs: seconds * 1_000,
  });

/** A performer at the first node with a ticket show that runs, and its holders at the second. */
async function running(firstUrl: string) {
  const model = await person(firstUrl, 'model');
  await sql`insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at)
    values (${model.id}, 'online', ${uuidv7()}, ${'s'.repeat(22)}, 640, 480, now())`.execute(kysely);
  const config = { ticket_price: PRICE, limited_message: 'Piano', refund_joined_minute_before_end: 5 };
  await model.call('installApp', { body: { type: TICKET_SHOW_APP, config } });
  const holders = [await person(b.url, 'other'), await person(b.url, 'other')] as const;
  for (const { id } of holders)
    await ledger.credit({ id: uuidv7(), kind: 'promotion', source: 'promotions', to: id, amountTokens: 200 });
  for (const holder of holders)
    await holder.call('buyTicket', {
      params: { username: model.username },
      body: { ticket_price: PRICE },
      idempotencyKey: uuidv7(),
    });
  await model.call('startTicketShow', { body: {} });
  return { model, early: holders[0], late: holders[1] };
}

/** The show has had a picture for half an hour, which one of its holders has seen from the beginning. */
async function hasRun(model: Person, early: Person): Promise<void> {
  await sql`update ticket_shows set delivered_ms = 1800000, started_at = now() - interval '30 minutes'
    where room_id = ${model.id}`.execute(kysely);
  await sql`update tickets set joined_at = now() - interval '30 minutes', bought_at = now() - interval '1 day'
    where account_id = ${early.id}`.execute(kysely);
}

const balanceOf = async ({ id }: Person) => {
  const { spendable, held } = await ledger.balanceOf(id);
  return { spendable, held };
};

/** Who was there pays, who came within the last minutes has it back, and each of it is there once. */
async function expectSettled({ model, early, late }: Awaited<ReturnType<typeof running>>): Promise<void> {
  await eventually(async () => expect((await showOf(model)).state).toBe('settled'));
  expect(await ticketOf(early)).toMatchObject({ state: 'paid', outcome: 'paid' });
  expect(await ticketOf(late)).toMatchObject({ state: 'returned', outcome: 'returned' });
  expect(await balanceOf(early)).toEqual({ spendable: 100, held: 0 });
  expect(await balanceOf(late)).toEqual({ spendable: 200, held: 0 });
  expect((await ledger.earningsOf(model.id)).spendable).toBe(60);
}

test('a ticket show goes on at another node when the one that began it is gone, and is settled there (S3) (S507)', async () => {
  const a = (first = await startNode('a'));
  const its = await running(a.url);
  const { model, early, late } = its;
  await a.kill();
  // The picture is counted, and what its holders see.
  const { delivered } = await showOf(model);
  await eventually(async () => expect((await showOf(model)).delivered).toBeGreaterThan(delivered));
  deliver((await ticketOf(late)).id, 20);
  await eventually(async () => expect((await ticketOf(late)).watched).toBe(20_000));
  await hasRun(model, early);
  const again = await nodes.loginAt(b.url, model.username);
  const end = () => again.call('endTicketShow', { body: {} });
  expect(await end()).toMatchObject({ sold: 2, refunded: 1 });
  await expectSettled(its);
  // A repeat, and a second page of the performer.
  expect(await end()).toMatchObject({ sold: 2, refunded: 1 });
  expect((await showOf(model)).reason).toBe('model_ended');
});

test('a room that closed while nobody heard of it ends its ticket show at the node that is left (S506)', async () => {
  const a = (first = await startNode('a'));
  const its = await running(a.url);
  const { model, early } = its;
  await hasRun(model, early);
  await a.kill();
  await sql`update rooms set status = 'offline', version = version + 1 where account_id = ${model.id}`.execute(
    kysely,
  );
  await expectSettled(its);
  expect((await showOf(model)).reason).toBe('unpublish');
});

/** The first commit of the ledger is the hold of nobody here: the settlement begins with the first ticket. */
test.each([{ settled: 1 }, { settled: 2 }])(
  'a node that dies after $settled of two tickets settles each of them once (S507) (S4)',
  async ({ settled }) => {
    const a = (first = await startNode('a', { diesAfterCommits: settled }));
    const its = await running(a.url);
    await hasRun(its.model, its.early);
    expect(await codeOf(its.model.call('endTicketShow', { body: {} }))).toEqual(expect.any(String));
    await eventually(() => expect(a.process.signalCode).toBe('SIGKILL'));
    await expectSettled(its);
    expect((await showOf(its.model)).reason).toBe('model_ended');
  },
);
