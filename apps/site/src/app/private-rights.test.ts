import { type AccountId, silentLog, systemClock, uuidv7 } from '@klieg/kernel';
import { makeVisitor, type Visitor } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { type Random, randomOf } from '@klieg/testing/random';
import { howMany } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeLedger } from '../features/ledger/make-ledger.ts';
import { startTestPublisher } from './testing-publisher.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';
import { type Got, type StreamWatcher, watchRoom, WAYS } from './testing-stream-watcher.ts';

/*
 * The whole site with its media: privates begin and end at random moments, spies come and go, and everybody plays by
 * every way whatever the site lets them. Of a private's stream not a byte reaches anybody but its payer and its spies.
 */

const SHOWS = howMany(1, 120);
/** Of so many shows one lives until everybody who may has it by every way; the others end when they end. */
const WHOLE_EACH = 3;
const LIFE_MS = 900;
const random: Random = randomOf(Number(process.env['SEED'] ?? 1));
const pause = (ms = random(LIFE_MS)) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const nodes = await useSharedNodes();
const { kysely } = nodes.database;
const ledger = makeLedger({ database: nodes.database, clock: systemClock, log: silentLog });
await nodes.startNats();
const site = await eventually(() => nodes.startNode('a', { hasMedia: true, env: { RTMP_PORT: '0' } }));
const publisher = await startTestPublisher();
afterAll(() => publisher.close());

const MODEL = 'rights_model';
const params = { username: MODEL };
const settings = { private_cost: 60, private_min_minutes: 1, spy_cost: 6 };

async function join(username: string): Promise<Visitor> {
  const visitor = await nodes.join(site.url, username, 'other');
  const { id } = (await visitor.call('getCurrentUser')).user;
  const gift = { kind: 'promotion', source: 'promotions', amountTokens: 1_000_000 } as const;
  await ledger.credit({ id: uuidv7(), to: id as AccountId, ...gift });
  return visitor;
}

async function makePeople() {
  const guest = makeVisitor(site.url);
  await guest.arrive();
  const [staff, member] = [await join('rights_staff'), await join('rights_member')];
  await sql`update accounts set user_roles = '{site_mod}' where username = 'rights_staff'`.execute(kysely);
  const payers = [await join('rights_payer_1'), await join('rights_payer_2')];
  const looker = await join('rights_spy');
  return { guest, staff, member, payers, looker };
}

const nameNow = async (): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select stream_name name from rooms r join accounts a on a.id = r.account_id
    where username = ${MODEL} and status in ('online', 'private')`.execute(kysely);
  return rows[0]!.name;
};

/** A time in which somebody surely may not watch: from the answer of what took the right to the asking for what gives it. */
interface Shut {
  readonly who: readonly StreamWatcher[];
  readonly from: number;
  until: number;
}
interface PastName {
  readonly name: string;
  /** Of a private: who may have it. */
  readonly insiders: readonly StreamWatcher[] | undefined;
}

const hasAll = (watcher: StreamWatcher, name: string): boolean =>
  WAYS.every((way) =>
    watcher.got.some((got) => got.name === name && got.way === way && got.times.length > 0),
  );
const socketsOf = (watcher: StreamWatcher, name: string): readonly Got[] =>
  watcher.got.filter((got) => got.name === name && got.way === 'WebSocket');

async function playShows() {
  const model = await nodes.join(site.url, MODEL, 'model');
  await sql`update accounts set settings = settings || ${JSON.stringify(settings)}::jsonb
    where username = ${MODEL}`.execute(kysely);
  const people = await makePeople();
  await publisher.publish(model);
  await eventually(nameNow);
  const watch = (visitor: Visitor) => watchRoom(visitor, MODEL);
  const [guest, staff, member, spy] = [people.guest, people.staff, people.member, people.looker].map(watch);
  const outside = [guest!, staff!, member!];
  const payers = people.payers.map(watch);
  const all = [...outside, ...payers, spy!];
  const names: PastName[] = [];
  const shut: Shut[] = [];
  /** What had come when it was known to be over: nothing is added. */
  const ended: { readonly got: Got; readonly bytes: number }[] = [];
  const note = (found: readonly Got[]) => ended.push(...found.map((got) => ({ got, bytes: got.bytes })));

  /** The spy looks in and leaves, and tries to go on with the right that was theirs. */
  const look = async (name: string, isWhole: boolean): Promise<void> => {
    await eventually(() =>
      people.looker.call('startSpy', { params, body: {}, idempotencyKey: uuidv7() } as never),
    );
    if (isWhole) await eventually(() => expect(hasAll(spy!, name)).toBe(true));
    else await pause();
    await people.looker.call('endSpy', { params, body: {} });
    const own = { who: [spy!], from: performance.now(), until: Infinity };
    shut.push(own);
    const sockets = socketsOf(spy!, name);
    await eventually(() => expect(sockets.every(({ isOver }) => isOver)).toBe(true));
    note(sockets);
    const before = spy!.got.length;
    spy!.tryName(name);
    const late = spy!.got.slice(before).filter(({ way }) => way === 'WebSocket');
    await eventually(() => expect(late.every(({ isOver }) => isOver)).toBe(true));
    expect(late.map(({ bytes }) => bytes)).toEqual([0]);
  };

  const playShow = async (at: number): Promise<void> => {
    const isWhole = at % WHOLE_EACH === 0;
    const [payer, other] = at % 2 === 0 ? [0, 1] : [1, 0];
    const publicName = await nameNow();
    names.push({ name: publicName, insiders: undefined });
    if (isWhole) await eventually(() => expect(hasAll(guest!, publicName)).toBe(true));
    await pause();
    const { request_id: id } = await eventually(() =>
      people.payers[payer]!.call('requestPrivate', { params, body: {}, idempotencyKey: uuidv7() }),
    );
    await model.call('acceptPrivate', { params: { id }, body: {} });
    const outsiders = { who: [...outside, payers[other]!], from: performance.now(), until: Infinity };
    const own = { who: [spy!], from: performance.now(), until: Infinity };
    shut.push(outsiders, own);
    const name = await nameNow();
    names.push({ name, insiders: [payers[payer]!, spy!] });
    // The name under which they played is nobody's any more, and that of the private is not theirs.
    const before = outsiders.who.map(({ got }) => got.length);
    for (const watcher of outsiders.who) for (const tried of [name, publicName]) watcher.tryName(tried);
    const tries = outsiders.who.flatMap(({ got }, index) => got.slice(before[index]));
    const old = all.flatMap((watcher) => socketsOf(watcher, publicName));
    await eventually(() => expect([...tries, ...old].every(({ isOver }) => isOver)).toBe(true));
    note(old);
    expect(tries.filter((got) => got.name === name && got.bytes > 0)).toEqual([]);

    if (isWhole || random(2) === 0) {
      await eventually(() => expect(hasAll(payers[payer]!, name)).toBe(true));
      own.until = performance.now();
      await look(name, isWhole);
    }
    await pause();
    // What was shut is open again from the moment at which somebody asks for the end.
    for (const one of shut) if (one.until === Infinity) one.until = performance.now();
    await (random(2) === 0 ? model : people.payers[payer]!).call('endPrivate', { params, body: {} });
    const inside = socketsOf(payers[payer]!, name);
    await eventually(() => expect(inside.every(({ isOver }) => isOver)).toBe(true));
    note(inside);
  };

  for (let at = 0; at < SHOWS; at++) await playShow(at);
  const last = await nameNow();
  names.push({ name: last, insiders: undefined });
  await eventually(() => expect(hasAll(guest!, last)).toBe(true));
  await Promise.all(all.map((watcher) => watcher.stop()));
  return { all, outside, payers, spy: spy!, names, shut, ended };
}

test(`over ${SHOWS} privates at random moments nobody but payer and spies gets a byte of one, by whatever way, and no name is worth anything when its time is over: S10 S305 S313`, async () => {
  const { all, outside, payers, spy, names, shut, ended } = await playShows();

  for (const { name, insiders } of names.filter((one) => one.insiders !== undefined))
    for (const watcher of all.filter((one) => !insiders!.includes(one)))
      expect(watcher.got.filter((got) => got.name === name && got.bytes > 0)).toEqual([]);

  // No moment of the stream stands under two names, whoever got it and by whatever way.
  // Each way has times of its own: those of LL-HLS are the wall clock's.
  for (const way of WAYS) {
    let reached = -1n;
    for (const { name } of names) {
      const times = all.flatMap(({ got }) =>
        got.filter((one) => one.name === name && one.way === way).flatMap((one) => one.times),
      );
      for (const time of times) expect(time).toBeGreaterThan(reached);
      reached = times.reduce((most, time) => (time > most ? time : most), reached);
    }
  }

  // From the answer that a private has begun to the asking for its end the site gives nobody outside a right.
  const looked = shut.flatMap(({ who, from, until }) =>
    who.flatMap(({ answers }) => answers.filter((one) => one.askedAt >= from && one.answeredAt <= until)),
  );
  expect(looked.length).toBeGreaterThan(SHOWS);
  expect(looked.filter(({ name }) => name !== undefined)).toEqual([]);

  expect(ended.filter(({ got, bytes }) => got.bytes !== bytes)).toEqual([]);

  // Everybody got what is theirs by every way, or nothing would be shown by this.
  const privates = names.filter(({ insiders }) => insiders !== undefined).map(({ name }) => name);
  expect(new Set(privates).size).toBe(SHOWS);
  const gotAny = (watcher: StreamWatcher, isOf: (name: string) => boolean) =>
    WAYS.every((way) => watcher.got.some((got) => got.way === way && isOf(got.name) && got.times.length > 0));
  for (const watcher of outside) expect(gotAny(watcher, (name) => !privates.includes(name))).toBe(true);
  for (const watcher of [payers[0]!, spy])
    expect(gotAny(watcher, (name) => privates.includes(name))).toBe(true);
});
