import type { Payload } from '@klieg/contract';
import { MEDIA_FACTS } from '@klieg/contract/media';
import { uuidv7 } from '@klieg/kernel';
import type { VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { codeOf, type Member, useTestSite } from '#site/app/testing-site.ts';
import { liveFact } from '../../broadcast/testing-live.ts';
import { watchRules } from './watch-rules.ts';

/*
 * What each seat may have of a room, by every path, in every mode. The table below is written from F5 and
 * machines 2 to 5 and knows nothing of the code's own table.
 */

type Mode = 'public' | 'private' | 'limited';
type Seat = 'streamer' | 'staff' | 'member' | 'co_guest' | 'spy' | 'outside';
interface Expected {
  /** Lines of the show: with names, without those of viewers, or none. */
  readonly lines: 'named' | 'nameless' | 'none';
  /** Lines of those who wait to be let in. */
  readonly waiting: boolean;
  readonly write: boolean;
  /** Mode of the token for the stream, or none. */
  readonly stream: 'public' | 'private' | 'spy' | 'limited' | 'none';
  readonly thumbnail: boolean;
  readonly preview: boolean;
  readonly recording: boolean;
  readonly card: 'live' | 'still';
}

const open: Expected = {
  lines: 'named',
  waiting: true,
  write: true,
  stream: 'public',
  thumbnail: true,
  preview: false,
  recording: false,
  card: 'live',
};
const waits: Expected = {
  lines: 'none',
  waiting: true,
  write: true,
  stream: 'none',
  thumbnail: false,
  preview: false,
  recording: false,
  card: 'still',
};
const inShow = (stream: 'private' | 'limited', recording: boolean): Expected => ({
  ...waits,
  lines: 'named',
  waiting: false,
  stream,
  recording,
});

const TABLE: Readonly<Record<Mode, Readonly<Record<Seat, Expected>>>> = {
  public: {
    streamer: { ...open, recording: true },
    staff: open,
    member: open,
    co_guest: open,
    spy: open,
    outside: open,
  },
  private: {
    streamer: inShow('private', true),
    staff: waits,
    member: inShow('private', true),
    co_guest: inShow('private', false),
    spy: { ...waits, lines: 'nameless', waiting: false, write: false, stream: 'spy' },
    outside: { ...waits, preview: true },
  },
  limited: {
    streamer: inShow('limited', true),
    staff: waits,
    member: inShow('limited', true),
    co_guest: inShow('limited', false),
    spy: waits,
    outside: waits,
  },
};

const MODES: readonly Mode[] = ['public', 'private', 'limited'];
const SEATS: readonly Seat[] = ['streamer', 'staff', 'member', 'co_guest', 'spy', 'outside'];

const media = createServer((_request, response) => void response.end('picture'));
await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
afterAll(() => new Promise((resolve) => media.close(resolve)));
const site = await useTestSite({ mediaUrl: `http://127.0.0.1:${(media.address() as AddressInfo).port}` });

const settings = {
  chat_allowed: 'all',
  spy_cost: 6,
  spy_preview_seconds: 10,
  fanclub_enabled: true,
  fanclub_prices: { supporter: 120, insider: 240, legend: 480 },
};
const owner = await site.join({ type: 'model', settings });
const people: Readonly<Record<Seat, Member>> = {
  streamer: owner,
  staff: await site.join({ roles: ['site_mod'] }),
  member: await site.join(),
  co_guest: await site.join(),
  spy: await site.join(),
  outside: await site.join(),
};
const writer = await site.join();
const onlooker = await site.join();
const params = { params: { username: owner.username } };
await sql`update accounts set email_confirmed = true`.execute(site.database.kysely);

/** Puts the room into a mode with everybody on their seats; in public there are none to give. */
async function setMode(mode: Mode): Promise<void> {
  const status = mode === 'public' ? 'online' : mode;
  await sql`insert into rooms (account_id) values (${owner.id}) on conflict do nothing`.execute(
    site.database.kysely,
  );
  const [broadcastId, streamName] = [uuidv7(), 's'.repeat(22)];
  await sql`update rooms set status = ${status}, stream_name = ${streamName}, broadcast_id = ${broadcastId},
    width = 640, height = 480 where account_id = ${owner.id}`.execute(site.database.kysely);
  // A picture of which no media process says that it has it is over after a while.
  if (mode === 'public') site.bus.publish(MEDIA_FACTS, liveFact(owner, { broadcastId, streamName }));
  await sql`delete from room_seats where room_id = ${owner.id}`.execute(site.database.kysely);
  const seats: Record<string, 'member' | 'co_guest' | 'spy'> = {};
  if (mode !== 'public')
    for (const seat of ['member', 'co_guest', 'spy'] as const) seats[`a${people[seat].id}`] = seat;
  if (mode !== 'public') seats[`a${writer.id}`] = 'member';
  for (const [key, seat] of Object.entries(seats))
    await sql`insert into room_seats values (${owner.id}, ${key}, ${seat})`.execute(site.database.kysely);
  await site.site.hub.open(owner.username, owner.id as never);
  await site.site.hub.seat(owner.username, { mode, seats });
  await site.site.catalog.reload();
}

/** One lobby for each person, as their browser has. */
const lobbies = new Map<Member, Promise<VisitorSocket>>();
const enter = async (visitor: Member): Promise<VisitorSocket> => {
  const lobby = lobbies.get(visitor) ?? visitor.openLobby();
  lobbies.set(visitor, lobby);
  return visitor.openRoom(await lobby, owner.username);
};
/** Writes a line, and waits as a page does when it was too fast. */
const write = async (page: VisitorSocket, message: string): Promise<Payload<'v3.ack'>> => {
  const client_id = uuidv7();
  page.send('v3.chat.send', { client_id, message });
  const ack = await page.waitFor('v3.ack', (answer) => answer.client_id === client_id);
  if (ack.errorType !== 'rate_limited') return ack;
  await setTimeout(ack.retry_after_ms ?? 1_000);
  return write(page, message);
};

let begun:
  | { readonly mode: Mode; readonly inside: VisitorSocket; readonly waiting: VisitorSocket }
  | undefined;
/** The room in a mode, with somebody who writes in the show and somebody who waits; made anew for each mode. */
async function begin(mode: Mode) {
  if (begun?.mode === mode) return begun;
  for (const socket of begun ? [begun.inside, begun.waiting] : []) socket.close();
  await setMode(mode);
  begun = { mode, inside: await enter(writer), waiting: await enter(onlooker) };
  return begun;
}

describe.each(MODES)('in a %s room', (mode) => {
  test.each(SEATS)(
    'a seat of %s has what the rules give it by every path (S10) (S208) (S211)',
    async (seat) => {
      const expected = TABLE[mode][seat];
      const { inside, waiting } = await begin(mode);
      const person = people[seat];
      const page = await enter(person);

      // The room's socket: the mode of the page, lines of the show and of those who wait.
      const snapshotMode = (await page.waitFor('v3.authorize.success')).mode;
      expect(snapshotMode).toBe(expected.stream === 'none' ? 'public' : expected.stream);
      const [ofShow, ofWaiting, own] = [`show ${uuidv7()}`, `waiting ${uuidv7()}`, `own ${uuidv7()}`];
      expect(await write(inside, ofShow)).toMatchObject({ status: 1 });
      expect(await write(waiting, ofWaiting)).toMatchObject({ status: 1 });
      expect((await write(page, own)).status).toBe(expected.write ? 1 : 0);
      // Whoever reads neither gets this one after both.
      await site.site.hub.submit(owner.username, {
        kind: 'moment',
        name: 'v3.tip.received',
        variants: {
          viewers: { tokens: 1, receiver_name: owner.username, type: 'tip', id: uuidv7(), at: Date.now() },
        },
      });
      await page.waitFor('v3.tip.received');
      const lineOf = (text: string) =>
        page.received.find(({ name, payload }) => name === 'v3.chat.message' && payload['message'] === text)
          ?.payload;
      if (mode === 'public') expect(lineOf(ofShow)?.['username']).toBe(writer.username);
      else {
        expect(lineOf(ofShow) !== undefined).toBe(expected.lines !== 'none');
        if (expected.lines === 'named') expect(lineOf(ofShow)?.['username']).toBe(writer.username);
        if (expected.lines === 'nameless') expect(lineOf(ofShow)?.['username']).toBeUndefined();
      }
      expect(lineOf(ofWaiting) !== undefined).toBe(mode === 'public' || expected.waiting);

      // The same lines in the first answer of the page.
      const room = await person.call('getRoom', params);
      expect(room.mode).toBe(snapshotMode);
      const first = room.chatMessageList.map(({ message }) => message);
      expect(first.includes(ofShow)).toBe(mode === 'public' || expected.lines !== 'none');
      expect(first.includes(ofWaiting)).toBe(mode === 'public' || expected.waiting);

      // The stream.
      const token = person.call('getStreamToken', { ...params, body: {} });
      if (expected.stream === 'none') {
        expect(await codeOf(token)).toBe('broadcast.not_entitled');
        expect(room.stream.token).toBeNull();
      } else {
        expect((await token).mode).toBe(expected.stream);
        expect(room.stream.token).not.toBeNull();
      }

      // The live picture of lists, and the card.
      const thumb = await person.fetch(`/api/v1/thumb/${owner.username}.jpg?v=${Date.now()}`, {
        redirect: 'manual',
      });
      expect(thumb.status === 200).toBe(expected.thumbnail);
      const { user } = await person.call('getFanClub', { ...params, query: { profile: '1' } });
      const onCard = user!.thumb_url && (await person.fetch(user!.thumb_url, { redirect: 'manual' }));
      expect(Boolean(onCard) && (onCard as Response).status === 200).toBe(expected.card === 'live');
      page.close();
    },
  );
});

/** A private of the room, counted by no node, so that it stays as it is, with its recording. */
async function putPrivate(): Promise<string> {
  const [showId, recordingId] = [uuidv7(), uuidv7()];
  const { rows } = await sql<{ broadcast_id: string }>`
    select broadcast_id from rooms where account_id = ${owner.id}`.execute(site.database.kysely);
  const broadcastId = rows[0]!.broadcast_id;
  await sql`insert into privates (show_id, room_id, payer_id, state, type, source, price, prepaid_seconds, with_cam2cam,
      with_recording, expires_at, started_at, node, lease_until)
    values (${showId}, ${owner.id}, ${people.member.id}, 'running', 'private', 'room', 60, 60, false, true, now(), now(),
      'nobody', now() + interval '1 hour')`.execute(site.database.kysely);
  await sql`insert into recordings (id, origin_id, account_id, broadcast_id, kind, state, video_blob, duration_ms, show_id)
    values (${recordingId}, ${recordingId}, ${owner.id}, ${broadcastId}, 'private', 'ready', 'recordings/none.mp4', 1000,
      ${showId})`.execute(site.database.kysely);
  site.bus.publish(MEDIA_FACTS, {
    kind: 'live',
    node: 'm1',
    broadcastId,
    streamName: 's'.repeat(22),
    tech: 'obs',
    username: owner.username,
    width: 640,
    height: 480,
    hasAudio: true,
    renditions: ['source', '240p'],
  });
  return showId;
}

test('of a private that runs the free look and the recording go to their seats alone (S10) (S401) (H12)', async () => {
  await setMode('private');
  const showId = await putPrivate();
  for (const seat of SEATS) {
    const [person, { preview, recording }] = [people[seat], TABLE.private[seat]];
    const look = () =>
      person.call('startSpy', { ...params, body: { preview: true }, idempotencyKey: uuidv7() } as never);
    // The room hears in a moment which renditions there are.
    if (preview) expect(await eventually(look)).toMatchObject({ free: true });
    else expect([seat, await codeOf(look())]).not.toEqual([seat, 'not refused']);
    const open = await codeOf(person.call('openShowRecording', { params: { show_id: showId } } as never));
    const own = await person.call('listRecordings', {} as never).catch(() => ({ items: [] }));
    const isListed = (own as { items: { show_id: string | null }[] }).items.some(
      (one) => one.show_id === showId,
    );
    expect([seat, open === 'not refused' || isListed]).toEqual([seat, recording]);
  }
  await sql`delete from privates where show_id = ${showId}`.execute(site.database.kysely);
  // The product asks the table for the free look; what it says of recordings and cards is held to above.
  for (const mode of MODES)
    for (const seat of SEATS) {
      const { preview, recording, card } = watchRules[mode][seat];
      const expected = TABLE[mode][seat];
      expect({ preview, recording, card }).toEqual({
        preview: expected.preview,
        recording: expected.recording,
        card: expected.card,
      });
    }
});

test('a change of the show moves every page to its seat at once, with a new whole', async () => {
  await setMode('public');
  const [member, outside] = [await enter(people.member), await enter(people.outside)];
  await setMode('private');
  await member.waitFor('v3.room.snapshot', ({ mode }) => mode === 'private');
  const told = outside.received.length;
  await eventually(() =>
    expect(outside.received.findLast(({ name }) => name === 'v3.room.snapshot')?.payload['mode']).toBe(
      'public',
    ),
  );
  expect((await write(member, 'only for us')).status).toBe(1);
  expect((await write(outside, 'we wait')).status).toBe(1);
  await outside.waitFor('v3.chat.message', ({ message }) => message === 'we wait');
  expect(
    outside.received
      .slice(told)
      .some(({ name, payload }) => name === 'v3.chat.message' && payload['message'] === 'only for us'),
  ).toBe(false);
  await setMode('public');
  await member.waitFor('v3.room.snapshot', ({ mode }) => mode === 'public');
});

test('a room that was empty opens with the show that the database knows', async () => {
  await setMode('private');
  const other = await useFreshRoom();
  const page = await other.member.openRoom(await other.member.openLobby(), other.owner.username);
  expect((await page.waitFor('v3.authorize.success')).mode).toBe('private');
});

async function useFreshRoom() {
  const [model, member] = [await site.join({ type: 'model' }), await site.join()];
  await sql`insert into rooms (account_id, status) values (${model.id}, 'private')
    on conflict (account_id) do update set status = 'private'`.execute(site.database.kysely);
  await sql`insert into room_seats values (${model.id}, ${`a${member.id}`}, 'member')`.execute(
    site.database.kysely,
  );
  return { owner: model, member };
}
