import { type AccountId, uuidv7 } from '@klieg/kernel';
import { MEDIA_COMMANDS, MEDIA_FACTS, type MediaCommand } from '@klieg/contract/media';
import { sql } from 'kysely';
import type { Member, TestSite } from './testing-site.ts';

/* What tests of shows share: rooms on air, requests, and media that was delivered. */

export const inRoom = ({ username }: Member) => ({ username });

/**
 * Puts a performer on air. Whoever plays the media says that there is a picture, under each name that the room gets:
 * one of which nobody says so is over after a while, which on a slow machine is within the test.
 */
export async function goOnAir(site: TestSite, model: Member): Promise<void> {
  const [broadcastId, streamName] = [uuidv7(), 's'.repeat(22)];
  await sql`
    insert into rooms (account_id, status, broadcast_id, stream_name, width, height, started_at)
    values (${model.id}, 'online', ${broadcastId}, ${streamName}, 640, 480, now())
    on conflict (account_id) do update set status = 'online', broadcast_id = excluded.broadcast_id,
      stream_name = excluded.stream_name, previous_status = null`.execute(site.database.kysely);
  const picture = {
    username: model.username,
    width: 640,
    height: 480,
    hasAudio: true,
    renditions: ['source'],
  };
  const tell = (name: string) =>
    site.bus.publish(MEDIA_FACTS, {
      kind: 'live',
      node: 'm1',
      broadcastId,
      streamName: name,
      tech: 'obs',
      ...picture,
    });
  site.bus.subscribe(MEDIA_COMMANDS, (message) => {
    const command = message as MediaCommand;
    if (command.kind === 'rename' && command.broadcastId === broadcastId) tell(command.streamName);
  });
  tell(streamName);
}

/** What the calls of shows need, in few words. */
export function makeShowSteps(site: TestSite) {
  const delivered = new Map<string, number>();
  const revoked = new Set<string>();
  site.bus.subscribe(MEDIA_COMMANDS, (message) => {
    const command = message as MediaCommand;
    if (command.kind === 'revoke') revoked.add(`${command.session} ${command.streamName}`);
  });
  return {
    /** Whether the media were told that somebody's log-ins may not play the room's stream any more, as it is called now. */
    async isRevoked({ id }: Member, room: Member): Promise<boolean> {
      const { rows } = await sql<{ right: string }>`
        select s.public_id || ' ' || r.stream_name "right" from sessions s, rooms r
        where s.account_id = ${id} and r.account_id = ${room.id}`.execute(site.database.kysely);
      return rows.length > 0 && rows.every(({ right }) => revoked.has(right));
    },
    async model(settings: Readonly<Record<string, unknown>> = {}): Promise<Member> {
      const model = await site.join({ type: 'model', settings });
      await goOnAir(site, model);
      return model;
    },
    /** A page of the room: its own socket, and the lobby's, to which what concerns a person goes. */
    async enter(member: Member, room: Member) {
      const lobby = await member.openLobby({ edition: 2 });
      return Object.assign(await member.openRoom(lobby, room.username), { lobby });
    },
    request: (viewer: Member, model: Member, wish: object = {}, key = uuidv7()) =>
      viewer.call('requestPrivate', { params: inRoom(model), body: wish, idempotencyKey: key } as never),
    accept: (model: Member, requestId: string) =>
      model.call('acceptPrivate', { params: { id: requestId }, body: {} }),
    end: (who: Member, model: Member) => who.call('endPrivate', { params: inRoom(model), body: {} }),
    spy: (viewer: Member, model: Member, wish: object = {}, key = uuidv7()) =>
      viewer.call('startSpy', { params: inRoom(model), body: wish, idempotencyKey: key } as never),
    /** The media process has delivered so many seconds more for a meter. */
    deliver(meterId: string, seconds: number, { node = 'm1', clock = 'c1' } = {}) {
      const untilMs = (delivered.get(meterId) ?? 0) + seconds * 1_000;
      delivered.set(meterId, untilMs);
      const fact = { kind: 'metered', node, meterId, clock, deliveredMs: untilMs, fromMs: 0, untilMs };
      site.bus.publish(MEDIA_FACTS, fact);
    },
    balanceOf: async ({ id }: Member) => {
      const { spendable, held } = await site.site.ledger.balanceOf(id as AccountId);
      return { spendable, held };
    },
    earnedBy: async ({ id }: Member) => (await site.site.ledger.earningsOf(id as AccountId)).spendable,
    spyIdOf: async ({ id }: Member) => {
      const { rows } = await sql<{ spy_id: string }>`
        select spy_id from spies where account_id = ${id} order by began_at desc limit 1`.execute(
        site.database.kysely,
      );
      return rows[0]!.spy_id;
    },
  };
}
