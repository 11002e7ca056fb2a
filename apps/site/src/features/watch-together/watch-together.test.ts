import { uuidv7 } from '@klieg/kernel';
import { isFullRun, isLongRun } from '@klieg/testing/run-length';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { inRoom, makeShowSteps } from '../../app/testing-shows-store.ts';
import { codeOf, type Member, useTestSite } from '../../app/testing-site.ts';
import { makeTicketSteps } from '../../app/testing-tickets-store.ts';
import { makeWatchSteps } from '../../app/testing-watch-store.ts';

const site = await useTestSite();
const { kysely } = site.database;
const steps = makeShowSteps(site);
const { announce } = makeTicketSteps(site);
const { record, running, propose, control, untilWatch, watchOf, hasPassed, loseNode } = makeWatchSteps(site);

const list = (who: Member, model: Member, query: object = {}) =>
  who.call('listWatchable', { params: inRoom(model), query } as never);
const open = (who: Member, model: Member) => who.call('openWatched', { params: inRoom(model) });
const statsOf = async (who: Member, model: Member) =>
  (await who.call('getPrivateState', { params: inRoom(model) })).privateStats;

/** A watch that both have agreed to. */
async function watching(seconds = 60) {
  const its = await running();
  const mediaId = await record(its.model, { seconds });
  const { watch_id: watchId } = await propose(its.viewer, its.model, mediaId);
  await control(its.model, its.model, 'play');
  await its.page.waitFor('v3.watch.update', ({ status }) => status === 'active');
  return { ...its, mediaId, watchId };
}

/** A ticket show of a performer whose recording these have bought. */
async function soldRecording(model: Member, buyers: readonly Member[]): Promise<string> {
  await announce(model, { recording_price: 50, limited_message: 'Premiere' });
  const { rows } = await sql<{ show_id: string }>`
    update ticket_shows set state = 'settled', ended_at = now(), closed_at = now()
    where room_id = ${model.id} returning show_id`.execute(kysely);
  const showId = rows[0]!.show_id;
  for (const { id } of buyers)
    await sql`insert into ticket_recordings (right_id, show_id, account_id, state, price)
      values (${uuidv7()}, ${showId}, ${id}, 'paid', 50)`.execute(kysely);
  return showId;
}

describe('what may be watched', () => {
  test('is what the performer recorded in public, and those ticket shows whose recording the payer has bought: S702', async () => {
    const [model, other] = [await steps.model(), await steps.model()];
    const [buyer, viewer] = [await site.join(), await site.join()];
    const showId = await soldRecording(model, [buyer]);
    const first = await record(model, { seconds: 90 });
    const ticket = await record(model, { showId, kind: 'limited', seconds: 1_800 });
    await record(model, { isThere: false });
    await record(model, { kind: 'private' });
    await record(other);
    expect((await list(viewer, model)).items).toMatchObject([
      { id: first, name: '', type_name: 'recording', duration: 90, owned: false },
    ]);
    expect((await list(buyer, model)).items).toMatchObject([
      { id: ticket, name: 'Premiere', type_name: 'ticket_show', duration: 1_800, owned: true },
      { id: first },
    ]);
    const start = await list(buyer, model, { limit: '1' });
    expect(start).toMatchObject({ items: [{ id: ticket }], next_cursor: ticket });
    expect(await list(buyer, model, { limit: '1', cursor: start.next_cursor! })).toMatchObject({
      items: [{ id: first }],
      next_cursor: null,
    });
    expect((await list(viewer, await steps.model())).items).toEqual([]);
  });

  test('is nothing for whoever may not be in the room, and for guests', async () => {
    const model = await steps.model();
    const banned = await site.join();
    await model.call('moderate', {
      params: inRoom(model),
      body: { username: banned.username, action: 'ban' },
    } as never);
    expect(await codeOf(list(banned, model))).toBe('rooms.banned');
    expect(await codeOf(list(banned, { ...model, username: 'nobody_at_all' } as Member))).toBe(
      'rooms.not_found',
    );
    const guest = await site.visit();
    expect(await codeOf(guest.call('listWatchable', { params: inRoom(model) } as never))).toBe(
      'common.unauthenticated',
    );
  });
});

describe('a proposal', () => {
  test.runIf(isFullRun)(
    'is told to both, and is the same when it comes again; nobody else hears of it: S702 (CHAT-007)',
    async () => {
      const { model, viewer, studio, page } = await running();
      const [staff, spy] = [await site.join({ roles: ['site_mod'] }), await site.join({ tokens: 100 })];
      const others = [await steps.enter(staff, model), await steps.enter(spy, model)];
      await steps.spy(spy, model);
      const [mediaId, second] = [await record(model), await record(model)];
      expect((await statsOf(viewer, model))?.watch_id).toBeNull();
      const { watch_id: watchId, media } = await propose(viewer, model, mediaId);
      expect(media).toMatchObject({ id: mediaId, duration: 60, owned: false });
      const told = {
        watch_id: watchId,
        status: 'proposed',
        media_id: mediaId,
        playing: false,
        position_ms: 0,
        by: viewer.username,
      };
      expect(await studio.waitFor('v3.watch.update')).toMatchObject(told);
      expect(await page.waitFor('v3.watch.update')).toMatchObject(told);
      expect((await statsOf(viewer, model))?.watch_id).toBe(watchId);
      expect(await propose(viewer, model, second)).toMatchObject({
        watch_id: watchId,
        media: { id: mediaId },
      });
      expect((await (await steps.enter(viewer, model)).waitFor('v3.room.snapshot')).watch).toMatchObject(
        told,
      );
      await control(model, model, 'play');
      await page.waitFor('v3.watch.update', ({ status }) => status === 'active');
      // What comes after it has come: nothing of it was for them.
      for (const other of others) {
        other.send('v3.room.resync', {});
        const snapshots = () => other.received.filter(({ name }) => name === 'v3.room.snapshot');
        const before = snapshots().length;
        await other.waitFor('v3.room.snapshot', () => snapshots().length > before);
        expect(snapshots().every(({ payload }) => !(payload as { watch?: object }).watch)).toBe(true);
        expect(other.received.filter(({ name }) => name === 'v3.watch.update')).toEqual([]);
      }
      expect(await codeOf(open(spy, model))).toBe('shows.not_running');
      expect(await codeOf(open(staff, model))).toBe('shows.not_running');
    },
  );

  test('needs a private of the payer, and a video that both may play: S702', async () => {
    const { model, viewer } = await running();
    const [stranger, other] = [await site.join(), await steps.model()];
    const mediaId = await record(model);
    for (const who of [stranger, model])
      expect(await codeOf(propose(who, model, mediaId))).toBe('shows.not_running');
    expect(await codeOf(propose(viewer, other, mediaId))).toBe('shows.not_running');
    const showId = await soldRecording(other, [viewer]);
    for (const wrong of [
      uuidv7(),
      17,
      await record(other),
      await record(other, { showId, kind: 'limited' }),
      await record(model, { isThere: false }),
      await record(model, { kind: 'limited', showId: uuidv7() }),
    ])
      expect(await codeOf(propose(viewer, model, wrong))).toBe('media_library.locked');
    expect(await codeOf(propose(viewer, { ...model, username: 'nobody_at_all' } as Member, mediaId))).toBe(
      'rooms.not_found',
    );
    for (const body of [{}, { media_id: 'x' }, { media_id: mediaId, more: 1 }])
      expect(await codeOf(viewer.call('proposeWatch', { params: inRoom(model), body } as never))).toBe(
        'common.invalid_input',
      );
    expect(await watchOf(model)).toBeUndefined();
  });

  test('is declined, taken back, or over in time, and another one follows: S703', async () => {
    const { model, viewer, page } = await running();
    const mediaId = await record(model);
    const said = (status: string, watchId: string) =>
      page.waitFor('v3.watch.update', (told) => told.status === status && told.watch_id === watchId);
    const declined = (await propose(viewer, model, mediaId)).watch_id;
    for (const action of ['play', 'pause'])
      expect(await codeOf(control(viewer, model, action))).toBe('shows.not_running');
    expect(await codeOf(open(model, model))).toBe('shows.not_running');
    await control(model, model, 'close');
    expect(await said('declined', declined)).toMatchObject({ by: model.username });
    expect((await statsOf(viewer, model))?.watch_id).toBeNull();
    const takenBack = (await propose(viewer, model, mediaId)).watch_id;
    await control(viewer, model, 'close');
    expect(await said('ended', takenBack)).toMatchObject({ by: viewer.username });
    const late = (await propose(viewer, model, mediaId)).watch_id;
    await hasPassed(model, 60);
    await said('declined', late);
    expect(await watchOf(model)).toMatchObject({ state: 'declined', reason: 'timeout' });
    expect(await codeOf(control(model, model, 'play'))).toBe('shows.not_running');
    await propose(viewer, model, mediaId);
  });

  test('comes by itself when the performer accepts a private that was asked for to watch: S701 S702', async () => {
    const model = await steps.model({ private_cost: 60 });
    const mediaId = await record(model);
    const wrong = { source: 'watch', watch_media_id: uuidv7() };
    const asker = await site.join({ tokens: 1_000 });
    expect(await codeOf(steps.request(asker, model, wrong))).toBe('media_library.locked');
    const { viewer, studio, page } = await running({ source: 'watch', watch_media_id: mediaId }, model);
    expect(await studio.lobby.waitFor('v3.private.request')).toMatchObject({
      type: 'watch_together',
      source: 'watch',
    });
    expect(await page.waitFor('v3.private.started')).toMatchObject({ type: 'watch_together' });
    expect(await studio.waitFor('v3.watch.update')).toMatchObject({
      status: 'proposed',
      media_id: mediaId,
      by: viewer.username,
    });
    await control(model, model, 'close');
    await untilWatch(model, { state: 'declined' });
    const { rows } = await sql<{ watch_media_id: null; watch_id: null }>`
      select watch_media_id, watch_id from privates where room_id = ${model.id}`.execute(kysely);
    expect(rows).toEqual([{ watch_media_id: null, watch_id: null }]);
  });

  test('that cannot be made any more when the performer accepts is not made, and the private goes on: S702', async () => {
    const model = await steps.model({ private_cost: 60 });
    const mediaId = await record(model);
    const viewer = await site.join({ tokens: 1_000 });
    const page = await steps.enter(viewer, model);
    const { request_id: id } = await steps.request(viewer, model, {
      source: 'watch',
      watch_media_id: mediaId,
    });
    await model.call('deleteRecording', { params: { id: mediaId } } as never);
    await steps.accept(model, id);
    steps.deliver(id, 1);
    await page.waitFor('v3.private.started');
    const other = await record(model);
    await propose(viewer, model, other);
    expect(await watchOf(model)).toMatchObject({ state: 'proposed' });
  });
});

describe('what is watched', () => {
  test('is controlled by either, by call and by socket, and told to both with its place: S704', async () => {
    const { model, viewer, studio, page, watchId } = await watching();
    await control(viewer, model, 'seek', 30_000);
    const sought = await studio.waitFor('v3.watch.update', ({ by }) => by === viewer.username);
    expect(
      await studio.waitFor('v3.watch.update', ({ position_ms: at }) => (at ?? 0) >= 30_000),
    ).toMatchObject({
      playing: true,
      by: viewer.username,
    });
    expect(sought.watch_id).toBe(watchId);
    const clientId = uuidv7();
    const pause = { client_id: clientId, watch_id: watchId, playing: false, position_ms: 41_000 };
    studio.send('v3.watch.control', pause);
    expect(await studio.waitFor('v3.ack', (ack) => ack.client_id === clientId)).toMatchObject({ status: 1 });
    const paused = await page.waitFor(
      'v3.watch.update',
      ({ playing, status }) => status === 'active' && !playing,
    );
    expect(paused).toMatchObject({ position_ms: 41_000, by: model.username });
    await control(viewer, model, 'play');
    await page.waitFor('v3.watch.update', ({ playing, seq }) => playing === true && seq > paused.seq);
    // The same control again changes nothing more.
    studio.send('v3.watch.control', pause);
    await studio.waitFor(
      'v3.ack',
      (ack) =>
        ack.client_id === clientId && studio.received.filter(({ name }) => name === 'v3.ack').length > 1,
    );
    expect(await watchOf(model)).toMatchObject({ state: 'active', playing: true });
    await control(model, model, 'pause');
    expect(await watchOf(model)).toMatchObject({ state: 'active', playing: false });
    const { watch } = await (await steps.enter(viewer, model)).waitFor('v3.room.snapshot');
    expect(watch).toMatchObject({ watch_id: watchId, status: 'active', playing: false });
    expect(await codeOf(propose(viewer, model, await record(model)))).toBe('shows.watch_unavailable');
    expect(
      await codeOf(viewer.call('controlWatch', { params: inRoom(model), body: { action: 'seek' } } as never)),
    ).toBe('common.invalid_input');
  });

  test('is controlled by nobody else', async () => {
    const { model, watchId } = await watching();
    const stranger = await site.join();
    const [outside, guest] = [
      await steps.enter(stranger, model),
      await site.visit().then(async (visitor) => visitor.openRoom(await visitor.openLobby(), model.username)),
    ];
    expect(await codeOf(control(stranger, model, 'pause'))).toBe('shows.not_running');
    expect(await codeOf(control(stranger, { ...model, username: 'nobody_at_all' } as Member, 'pause'))).toBe(
      'rooms.not_found',
    );
    for (const [socket, errorType] of [
      [outside, 'wrong_mode'],
      [guest, 'guest'],
    ] as const) {
      const clientId = uuidv7();
      socket.send('v3.watch.control', {
        client_id: clientId,
        watch_id: watchId,
        playing: false,
        position_ms: 0,
      });
      expect(await socket.waitFor('v3.ack', (ack) => ack.client_id === clientId)).toMatchObject({
        status: 0,
        errorType,
      });
    }
    expect(await watchOf(model)).toMatchObject({ state: 'active', playing: true });
  });

  test('is played by each side from an address of its own, which opens the file', async () => {
    const { model, viewer, mediaId } = await watching();
    const [mine, hers] = [await open(viewer, model), await open(model, model)];
    expect(mine).toMatchObject({ media: { id: mediaId, owned: false } });
    expect(hers).toMatchObject({ media: { id: mediaId, owned: true } });
    for (const { url } of [mine, hers]) {
      const part = await fetch(new URL(url, site.url), { headers: { range: 'bytes=2-4' } });
      expect([part.status, await part.text()]).toEqual([206, '234']);
    }
    await model.call('deleteRecording', { params: { id: mediaId } } as never);
    expect(await codeOf(open(viewer, model))).toBe('media_library.locked');
    expect(await codeOf(open(viewer, { ...model, username: 'nobody_at_all' } as Member))).toBe(
      'rooms.not_found',
    );
  });

  test.runIf(isLongRun)(
    'stands still when a side has been gone for ten seconds, and goes on when somebody plays: S704',
    async () => {
      const { model, viewer, studio, page } = await watching(3_600);
      page.close();
      page.lobby.close();
      await studio.waitFor('v3.watch.update', ({ status, playing }) => status === 'active' && !playing);
      expect(await watchOf(model)).toMatchObject({ state: 'active', playing: false });
      await steps.enter(viewer, model);
      await control(viewer, model, 'play');
      expect(await watchOf(model)).toMatchObject({ state: 'active', playing: true });
    },
  );

  test('ends by either side, by the end of the video and with the node that had it: S705', async () => {
    const { model, viewer, mediaId, page } = await watching();
    const play = async () => {
      const { watch_id: watchId } = await propose(viewer, model, mediaId);
      await control(model, model, 'play');
      return watchId;
    };
    await control(model, model, 'close');
    await page.waitFor('v3.watch.update', ({ status }) => status === 'ended');
    await play();
    await control(viewer, model, 'close');
    expect(await codeOf(control(viewer, model, 'close'))).toBe('shows.not_running');
    expect(await codeOf(open(viewer, model))).toBe('shows.not_running');
    const over = await play();
    await hasPassed(model, 61);
    await page.waitFor('v3.watch.update', ({ status, watch_id: id }) => status === 'ended' && id === over);
    expect(await watchOf(model)).toMatchObject({ reason: 'video_over' });
    const lost = await play();
    await loseNode(model);
    await page.waitFor('v3.watch.update', ({ status, watch_id: id }) => status === 'ended' && id === lost);
    expect(await watchOf(model)).toMatchObject({ reason: 'lost' });
    expect(await statsOf(viewer, model)).toMatchObject({ watch_id: null });
  });

  test('ends with the private, and costs nothing of its own: S705', async () => {
    const { model, viewer, page, watchId, id } = await watching();
    steps.deliver(id, 20);
    const { tokens_charged: charged } = await steps.end(viewer, model);
    await page.waitFor(
      'v3.watch.update',
      ({ status, watch_id }) => status === 'ended' && watch_id === watchId,
    );
    expect(await watchOf(model)).toMatchObject({ reason: 'private_over' });
    expect(await codeOf(control(viewer, model, 'play'))).toBe('shows.not_running');
    expect(await codeOf(open(viewer, model))).toBe('shows.not_running');
    expect(await steps.balanceOf(viewer)).toEqual({ spendable: 1_000 - charged, held: 0 });
  });
});
