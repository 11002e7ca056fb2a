import { TICKET_SHOW_APP } from '@klieg/contract/features/ticket-shows/limits';
import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Member, TestSite } from './testing-site.ts';
import { inRoom, makeShowSteps } from './testing-shows-store.ts';

/* What tests of ticket shows share: the calls in few words, and time that has passed. */

/** A ticket as the database has it. */
export interface TicketRow {
  readonly ticket_id: string;
  readonly show_id: string;
  readonly state: string;
  readonly watched_ms: number;
  readonly joined_at: Date | null;
}

export function makeTicketSteps(site: TestSite) {
  const { kysely } = site.database;
  const { deliver } = makeShowSteps(site);
  const ticketOf = async (viewer: Member): Promise<TicketRow> => {
    const { rows } = await sql<TicketRow>`
      select * from tickets where account_id = ${viewer.id} order by bought_at desc limit 1`.execute(kysely);
    return rows[0]!;
  };
  return {
    ticketOf,
    announce: (model: Member, config: object = {}) =>
      model.call('installApp', {
        body: {
          type: TICKET_SHOW_APP,
          config: { ticket_price: 100, limited_message: 'Piano by candlelight', ...config },
        },
      }),
    buy: (viewer: Member, model: Member, price = 100, key = uuidv7()) =>
      viewer.call('buyTicket', { params: inRoom(model), body: { ticket_price: price }, idempotencyKey: key }),
    start: (model: Member) => model.call('startTicketShow', { body: {} }),
    end: (model: Member) => model.call('endTicketShow', { body: {} }),
    cancel: (model: Member) => model.call('cancelTicketShow', { body: {} }),
    moderate: (model: Member, viewer: Member, action: 'ban' | 'kick' | 'unban') =>
      model.call('moderate', { params: inRoom(model), body: { username: viewer.username, action } } as never),
    streamOf: (viewer: Member, model: Member) =>
      viewer.call('getStreamToken', { params: inRoom(model) } as never),
    /** The newest show of a room. */
    showRow: async (model: Member) => {
      const { rows } = await sql<{
        state: string;
        reason: string | null;
        sold: number;
        delivered_ms: number;
      }>`
        select * from ticket_shows where room_id = ${model.id} order by announced_at desc limit 1`.execute(
        kysely,
      );
      return rows[0]!;
    },
    statusOf: async (model: Member): Promise<string> => {
      const { rows } = await sql<{
        status: string;
      }>`select status from rooms where account_id = ${model.id}`.execute(kysely);
      return rows[0]!.status;
    },
    /** The show has had a picture for so long. */
    hasRun: (model: Member, minutes: number) =>
      sql`update ticket_shows set delivered_ms = ${minutes * 60_000}, counted_at = clock_timestamp(),
          started_at = now() - make_interval(mins => ${minutes})
        where room_id = ${model.id} and state = 'running'`.execute(kysely),
    /** They bought long before. */
    boughtLongAgo: (...viewers: readonly Member[]) =>
      sql`update tickets set bought_at = now() - interval '1 day'
        where account_id = any(${viewers.map(({ id }) => id)})`.execute(kysely),
    /** A holder has the picture since so many minutes. */
    async watches(viewer: Member, minutes: number): Promise<void> {
      const { ticket_id: id } = await ticketOf(viewer);
      deliver(id, minutes * 60);
      await eventually(async () => expect((await ticketOf(viewer)).watched_ms).toBeGreaterThan(0));
      await sql`update tickets set joined_at = now() - make_interval(mins => ${minutes}),
          bought_at = now() - interval '1 day' where ticket_id = ${id}`.execute(kysely);
    },
    /** Holds what a statement locks in a transaction of its own; ends it without a trace when it is released. */
    async hold(statement: ReturnType<typeof sql>): Promise<() => Promise<void>> {
      const release = Promise.withResolvers<void>();
      const locked = Promise.withResolvers<void>();
      const done = kysely
        .transaction()
        .execute(async (transaction) => {
          await statement.execute(transaction);
          locked.resolve();
          await release.promise;
          throw new Error('released');
        })
        .catch(() => undefined);
      await locked.promise;
      return async () => {
        release.resolve();
        await done;
      };
    },
  };
}
