import { internalMediaKey } from '@klieg/contract/media';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { inRoom, makeShowSteps } from './testing-shows-store.ts';
import type { Member, TestSite } from './testing-site.ts';

/* What tests of watching together share: recordings that are there, a private that runs, and the calls in few words. */

/** A watch as the database has it. */
export interface WatchTold {
  readonly state: string;
  readonly reason: string | null;
  readonly playing: boolean;
  readonly position_ms: number;
}

export function makeWatchSteps(site: TestSite) {
  const { kysely } = site.database;
  const steps = makeShowSteps(site);
  const propose = (viewer: Member, model: Member, mediaId: string | number) =>
    viewer.call('proposeWatch', { params: inRoom(model), body: { media_id: mediaId } });
  const control = (who: Member, model: Member, action: string, position?: number) =>
    who.call('controlWatch', {
      params: inRoom(model),
      body: { action, ...(position !== undefined && { position_ms: position }) },
    } as never);
  return {
    propose,
    control,
    /** A recording of a performer whose file a media process has handed over. */
    async record(
      model: Member,
      { showId = null as string | null, kind = 'public', seconds = 60, isThere = true } = {},
    ): Promise<string> {
      const id = uuidv7();
      await sql`insert into recordings (id, origin_id, account_id, broadcast_id, kind, show_id, state)
        values (${id}, ${id}, ${model.id}, ${uuidv7()}, ${kind}, ${showId}, 'processing')`.execute(kysely);
      if (!isThere) return id;
      const answer = await fetch(`${site.url}/internal/media/recordings/${id}/0/video`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/octet-stream',
          'x-internal-secret': internalMediaKey(site.site.mediaSecret),
          'x-duration-ms': String(seconds * 1_000),
        },
        body: '0123456789',
      });
      expect(answer.status).toBe(204);
      return id;
    },
    /** A private that runs, with both in the room, each with the sockets of lobby and room. */
    async running(wish: object = {}, model?: Member) {
      const performer = model ?? (await steps.model({ private_cost: 60 }));
      const viewer = await site.join({ tokens: 1_000 });
      const [studio, page] = [await steps.enter(performer, performer), await steps.enter(viewer, performer)];
      const { request_id: id } = await steps.request(viewer, performer, wish);
      await steps.accept(performer, id);
      steps.deliver(id, 1);
      await page.waitFor('v3.private.started');
      return { model: performer, viewer, studio, page, id };
    },
    /** The newest of a room. */
    watchOf: async (model: Member): Promise<WatchTold | undefined> => {
      const { rows } = await sql<WatchTold>`
        select state, reason, playing, position_ms::int from watches where room_id = ${model.id}
        order by watch_id desc limit 1`.execute(kysely);
      return rows[0];
    },
    async untilWatch(model: Member, wanted: Partial<WatchTold>): Promise<void> {
      await eventually(async () => {
        const { rows } = await sql<WatchTold>`
          select state, reason, playing, position_ms::int from watches where room_id = ${model.id}
          order by watch_id desc limit 1`.execute(kysely);
        expect(rows[0]).toMatchObject(wanted);
      });
    },
    /** As if the watch stood where it is for so much longer. */
    hasPassed: (model: Member, seconds: number) =>
      sql`update watches set at = at - make_interval(secs => ${seconds}),
          expires_at = expires_at - make_interval(secs => ${seconds}) where room_id = ${model.id}`.execute(
        kysely,
      ),
    /** As if the node that has it were gone. */
    loseNode: (model: Member) =>
      sql`update watches set node = 'gone', lease_until = now() - interval '1 second'
        where room_id = ${model.id}`.execute(kysely),
  };
}
