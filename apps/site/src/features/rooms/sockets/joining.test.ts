import { once } from 'node:events';
import { makeCodec } from '@klieg/codec';
import { PROTOCOL_VERSION, templateList } from '@klieg/contract';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Seat, seatCrowd } from '#site/app/testing-crowd-store.ts';
import { useTestSite } from '#site/app/testing-site.ts';
import { watchStatements } from '#site/platform/postgres/testing-statements.ts';

/* How often the database is asked when people come into a room by socket, each with a login and a key of their own. */

const site = await useTestSite();
const codec = makeCodec(templateList);

const CROWD = 50;
const { rooms, seats } = await seatCrowd(site.database, { rooms: 1, viewers: CROWD + 1 });
const room = rooms[0]!;

/** What a joining asks of; chores of the site that run beside it ask other things. */
const JOINING =
  /node_tokens|accounts where|room_sanctions|ledger\.(?:balances|recent_spend)|left join orders|from rooms where|room_apps where room_id|ticket_shows where room_id|view_history/;
const statements: string[] = [];
watchStatements(site.database, (text) => {
  if (JOINING.test(text)) statements.push(text);
});

const sockets: WebSocket[] = [];
afterAll(() => {
  for (const socket of sockets) socket.terminate();
});

async function openSocket(): Promise<WebSocket> {
  const socket = new WebSocket(`${site.url.replace(/^http/, 'ws')}/ws/room`, 'v3.json', { origin: site.url });
  sockets.push(socket);
  await once(socket, 'open');
  return socket;
}

const sayHello = (socket: WebSocket, key: string): void =>
  socket.send(
    codec.encode(
      'v3.authorize',
      { node_token: key, protocol_version: PROTOCOL_VERSION, room, compress: false },
      'plain',
    ),
  );

/** Resolves with the events up to the history, after which a page is in the room, or to the end of the socket. */
const arrival = (socket: WebSocket): Promise<string[]> =>
  new Promise((resolve) => {
    const names: string[] = [];
    socket.on('message', (data) => {
      const message = codec.decode(String(data));
      names.push(message.ok ? message.name : 'unknown');
      if (names.at(-1) === 'v3.chat.history') resolve(names);
    });
    socket.on('close', (code) => resolve([...names, `closed ${code}`]));
    if (socket.readyState !== WebSocket.OPEN) resolve([]);
  });

/** Keys of a seat that one try of a test may use up. */
const KEYS_A_TRY = 4;

/**
 * Lets them all come in the same turn; all of them again, with other keys, where a busy machine took so long to open the
 * sockets that one was sent away before it could say who it is.
 * @param those whose key is the first that they try, below KEYS_A_TRY
 * @returns what each was told
 */
async function comeTogether(
  those: readonly { readonly seat: Seat; readonly key: number }[],
  firstKey = 0,
): Promise<string[][]> {
  const opened = await Promise.all(those.map(() => openSocket()));
  statements.length = 0;
  const arrivals = opened.map(arrival);
  opened.forEach((socket, at) => {
    const { seat, key } = those[at]!;
    if (socket.readyState === WebSocket.OPEN) sayHello(socket, seat.keys[firstKey + key]!);
  });
  const told = await Promise.all(arrivals);
  const isSlow = told.some(([first]) => first === undefined || first === 'closed 4401');
  return isSlow ? comeTogether(those, firstKey + KEYS_A_TRY) : told;
}

const QUESTIONS = 12;
const ENTERED = ['v3.authorize.success', 'v3.templates', 'v3.room.snapshot', 'v3.chat.history'];

test('one joining asks at most twelve questions, each about one thing (R32)', async () => {
  const seat = seats[CROWD]!;
  const counts: number[] = [];
  // Whoever comes first opens the room, and a chore may read the same tables beside one of them.
  for (let key = 0; key < KEYS_A_TRY && !counts.some((count) => count <= QUESTIONS); key++) {
    expect(await comeTogether([{ seat, key }])).toEqual([ENTERED]);
    // The visit is noted while the page is shown the room.
    await eventually(() => expect(statements.some((text) => text.includes('view_history'))).toBe(true));
    counts.push(statements.length);
  }
  expect(Math.min(...counts)).toBeLessThanOrEqual(QUESTIONS);
});

test('fifty joinings at once ask the database less than once each (R32)', async () => {
  const told = await comeTogether(seats.slice(0, CROWD).map((seat) => ({ seat, key: 0 })));
  expect(told).toEqual(seats.slice(0, CROWD).map(() => ENTERED));
  expect(statements.length).toBeLessThan(CROWD);
});

test('of those who come at once each is judged alone: the banned, the late and who brings a key twice (R3) (R32)', async () => {
  const [banned, kicked, twice, ended, welcome] = seats as [Seat, Seat, Seat, Seat, Seat];
  const sanction = (who: number, kind: string) =>
    sql`
    insert into room_sanctions (id, room_id, kind, account_id, username, by_name)
    select gen_random_uuid(), r.id, ${kind}, v.id, v.username, 'room_0'
    from accounts r, accounts v where r.username = ${room} and v.username = ${`viewer_${who}`}`.execute(
      site.database.kysely,
    );
  await sanction(0, 'ban');
  await sanction(1, 'kick');
  await sql`update sessions set expires_at = now() - interval '1 second' where account_id =
    (select id from accounts where username = 'viewer_3')`.execute(site.database.kysely);
  const told = await comeTogether([
    { seat: banned, key: 1 },
    { seat: kicked, key: 1 },
    { seat: twice, key: 1 },
    { seat: twice, key: 1 },
    { seat: ended, key: 1 },
    { seat: welcome, key: 1 },
  ]);
  const refused = (code: number) => ['v3.authorize.success', `closed ${code}`];
  expect(told).toEqual([refused(4403), refused(4403), ENTERED, refused(4401), refused(4401), ENTERED]);
});
