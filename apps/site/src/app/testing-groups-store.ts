import { TEMPLATE_EDITION } from '@klieg/contract';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Member, TestSite } from './testing-site.ts';
import { inRoom, makeShowSteps } from './testing-shows-store.ts';

/* What tests of group shows share: the calls in few words, and time that has passed. */

/** Somebody in a group show as the database has it. */
export interface GroupMemberRow {
  readonly member_id: string;
  readonly meter_id: string | null;
  readonly state: string;
  readonly reason: string | null;
  readonly duration_seconds: number;
  readonly tokens_charged: number;
}

export function makeGroupSteps(site: TestSite) {
  const { kysely } = site.database;
  const shows = makeShowSteps(site);
  /** A page that knows group shows: the room's own socket, and the lobby's. */
  const enter = async (member: Member, room: Member) => {
    const lobby = await member.openLobby({ edition: TEMPLATE_EDITION });
    return Object.assign(await member.openRoom(lobby, room.username, { edition: TEMPLATE_EDITION }), {
      lobby,
    });
  };
  const offer = (model: Member, terms: object = {}) =>
    model.call('offerGroupShow', {
      body: { show_id: uuidv7(), cost_per_minute: 30, min_people: 2, ...terms },
    } as never);
  const join = (viewer: Member, model: Member, price = 30, key = uuidv7()) =>
    viewer.call('joinGroupShow', {
      params: inRoom(model),
      body: { cost_per_minute: price },
      idempotencyKey: key,
    });
  const showRow = async (model: Member) => {
    const { rows } = await sql<{ show_id: string; state: string; reason: string | null }>`
      select * from group_shows where room_id = ${model.id} order by offered_at desc limit 1`.execute(kysely);
    return rows[0]!;
  };
  const memberRow = async (viewer: Member): Promise<GroupMemberRow> => {
    const { rows } = await sql<GroupMemberRow>`
      select * from group_members where account_id = ${viewer.id} order by joined_at desc limit 1`.execute(
      kysely,
    );
    return rows[0]!;
  };
  /** Waits for a state of the newest show of a room. */
  const becomes = (model: Member, state: string) =>
    eventually(async () => expect((await showRow(model)).state).toBe(state));
  /** The countdown is over. */
  const countIsOver = (model: Member) =>
    sql`update group_shows set starts_at = clock_timestamp() where room_id = ${model.id} and state = 'counting'`.execute(
      kysely,
    );
  return {
    ...shows,
    enter,
    offer,
    join,
    showRow,
    memberRow,
    becomes,
    countIsOver,
    leave: (viewer: Member, model: Member) =>
      viewer.call('leaveGroupShow', { params: inRoom(model), body: {} }),
    cancelGroup: (model: Member) => model.call('cancelGroupShow', { body: {} }),
    endGroup: (model: Member) => model.call('endGroupShow', { body: {} }),
    groupOf: async (who: Member, model: Member) => who.call('getGroupShow', { params: inRoom(model) }),
    /** A show that runs with these people, each with a page of the room. */
    async running(model: Member, viewers: readonly Member[], terms: object = {}) {
      await offer(model, terms);
      const pages = await Promise.all(viewers.map((viewer) => enter(viewer, model)));
      for (const viewer of viewers) await join(viewer, model);
      await becomes(model, 'counting');
      await countIsOver(model);
      await becomes(model, 'running');
      return pages;
    },
    /** The media process has delivered so many seconds more to somebody inside. */
    async watches(viewer: Member, seconds: number): Promise<void> {
      shows.deliver((await memberRow(viewer)).meter_id!, seconds);
    },
    async roomStatus(model: Member): Promise<string> {
      const { rows } = await sql<{ status: string }>`
        select status from rooms where account_id = ${model.id}`.execute(kysely);
      return rows[0]!.status;
    },
    async seatsOf(model: Member): Promise<string[]> {
      const { rows } = await sql<{ person_key: string }>`
        select person_key from room_seats where room_id = ${model.id} order by 1`.execute(kysely);
      return rows.map(({ person_key: key }) => key);
    },
  };
}
