import { MEDIA_COMMANDS, type MediaClaims, type MediaCommand } from '@klieg/contract/media';
import { type AccountId, systemClock, uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, expect, test } from 'vitest';
import { useTestSite } from '../../app/testing-site.ts';
import { makeCameras } from './cameras.ts';
import { makeCameraStore } from './camera-store.ts';

/* Sessions of several cameras: who may send, who may watch, pair by pair and direction by direction. */

const site = await useTestSite();
const { kysely } = site.database;
const commands: MediaCommand[] = [];
afterAll(site.bus.subscribe(MEDIA_COMMANDS, (command) => void commands.push(command as MediaCommand)));
const store = makeCameraStore(site.database);
const cameras = makeCameras({
  store,
  bus: site.bus,
  clock: systemClock,
  secret: crypto.getRandomValues(new Uint8Array(32)),
});
const claimsOf = (token: string | undefined) =>
  token && (JSON.parse(Buffer.from(token.slice(3).split('.')[0]!, 'base64url').toString()) as MediaClaims);

async function people(count: number) {
  const all = [];
  for (let i = 0; i < count; i++) {
    const { id, username } = await site.join();
    all.push({ account: { id: id as AccountId, username }, sessionId: `login of ${username}` });
  }
  return all;
}

test('in a session of five each sends the own camera, and watches those that are shown to them', async () => {
  const five = await people(5);
  // A table of its own, not the one that the code asks: in words, the next one and the first see everybody but 1.
  const isShown = (from: number, to: number) =>
    from !== to && ((from + 1) % 5 === to || (to === 0 && from !== 1));
  const ids = five.map(() => uuidv7());
  await kysely.transaction().execute(async (transaction) => {
    for (const [from, { account }] of five.entries())
      await cameras.open(
        transaction,
        { id: ids[from]!, ownerId: account.id, hasSound: from % 2 === 0 },
        five.filter((_, to) => isShown(from, to)).map((person) => person.account.id),
      );
  });
  const names = [...(await cameras.list(ids)).values()].map(({ streamName }) => streamName);
  expect(new Set(names).size).toBe(5);
  for (const [from, id] of ids.entries())
    for (const [to, person] of five.entries()) {
      const [sends, watches] = [
        await cameras.grantSending(id, person),
        await cameras.grantWatching(id, person),
      ];
      expect([from, to, sends !== undefined]).toEqual([from, to, from === to]);
      expect([from, to, watches !== undefined]).toEqual([from, to, isShown(from, to)]);
      if (sends)
        expect(claimsOf(sends.token)).toMatchObject({
          use: 'publish',
          broadcastId: id,
          session: person.sessionId,
          camera: { hasSound: from % 2 === 0 },
        });
      if (watches)
        expect(claimsOf(watches.token)).toMatchObject({
          use: 'play',
          streamName: watches.streamName,
          session: person.sessionId,
        });
    }
  const closed = await kysely.transaction().execute((transaction) => cameras.close(transaction, [ids[0]!]));
  cameras.tellClosed(closed);
  await eventually(() =>
    expect(commands).toEqual([
      { kind: 'stop', broadcastId: ids[0] },
      { kind: 'revoke', streamName: closed[0]!.streamName },
    ]),
  );
  for (const person of five) {
    expect(await cameras.grantSending(ids[0]!, person)).toBeUndefined();
    expect(await cameras.grantWatching(ids[0]!, person)).toBeUndefined();
  }
  expect(await cameras.grantWatching(ids[1]!, five[2]!)).toBeDefined();
  expect(await kysely.transaction().execute((transaction) => cameras.close(transaction, ids))).toHaveLength(
    4,
  );
});

test('a camera that nobody opened is nobody’s', async () => {
  const [one] = await people(1);
  expect(await cameras.grantSending(uuidv7(), one!)).toBeUndefined();
  expect(await cameras.grantWatching(uuidv7(), one!)).toBeUndefined();
});
