import type { CaseState } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';
import type { ComplaintKind, CounterState, Outcome } from './complaint-rules.ts';

/** A complaint as it is worked on. */
export interface KeptComplaint {
  readonly id: Uuid;
  readonly number: number;
  readonly kind: ComplaintKind;
  readonly urls: readonly string[];
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly relation: 'self' | 'representative' | 'rights_owner' | 'third_party';
  readonly statement: string;
  readonly signature: string;
  readonly state: CaseState;
  readonly outcome: Outcome | null;
  readonly createdAt: Date;
  readonly dueAt: Date;
  readonly revision: number;
  readonly decidedById: AccountId | null;
  readonly decidedAt: Date | null;
  readonly reasons: string | null;
  readonly askedAt: Date | null;
  readonly legalHold: boolean;
  readonly isNamed: boolean;
  readonly counter: CounterState | null;
  readonly restoreAt: Date | null;
  readonly hasAppeal: boolean;
  /** Names of the people whom it concerns. */
  readonly about: readonly string[];
  /** Files hidden because of it. */
  readonly withheld: number;
}

export type Party = 'staff' | 'system' | 'complainant' | 'owner';

export interface ComplaintDeed {
  readonly at: Date;
  readonly party: Party;
  readonly by: string | null;
  readonly action: string;
  readonly note: string;
}

/** What a step changes; absent values stay. */
export interface ComplaintChange {
  readonly state?: CaseState;
  readonly outcome?: Outcome;
  readonly dueAt?: Date;
  readonly decidedById?: AccountId;
  readonly decidedAt?: Date;
  readonly reasons?: string;
  readonly askedAt?: Date | null;
}

export interface ComplaintFilter {
  readonly kind?: ComplaintKind | undefined;
  readonly overdue?: boolean | undefined;
  readonly queue: 'waiting' | 'decided';
}

/** How much waits, and since when the oldest is due. */
export interface QueueCount {
  readonly open: number;
  readonly overdue: number;
  readonly oldestDueAt: Date | null;
}

export interface ComplaintStore {
  list(filter: ComplaintFilter, now: Date, offset: number, limit: number): Promise<KeptComplaint[]>;
  /** Waiting ones: illegal content, and all others. */
  count(now: Date): Promise<{ readonly illegal: QueueCount; readonly other: QueueCount }>;
  find(id: Uuid, within?: Transaction): Promise<KeptComplaint | undefined>;
  findByReceipt(digest: Buffer): Promise<KeptComplaint | undefined>;
  /** Changes wait for each other from here on. */
  lock(within: Transaction, id: Uuid): Promise<KeptComplaint | undefined>;
  change(within: Transaction, id: Uuid, change: ComplaintChange): Promise<void>;
  markNamed(within: Transaction, id: Uuid, at: Date, legalHold: boolean): Promise<void>;
  addDeed(
    within: Transaction,
    id: Uuid,
    deed: {
      readonly at: Date;
      readonly party: Party;
      readonly byId?: AccountId | null;
      readonly action: string;
      readonly note?: string;
    },
  ): Promise<void>;
  listDeeds(id: Uuid): Promise<ComplaintDeed[]>;
  /** The last question to the complainant. */
  findQuestion(id: Uuid): Promise<string | undefined>;
  /** Ids of complaints about something of an account, newest first. */
  listOf(accountId: AccountId, limit: number): Promise<KeptComplaint[]>;
}

const WAITS = sql`(c.state in ('open', 'in_review') or (c.state = 'actioned' and n.state = 'open'))`;
/** The most severe first: illegal content, then overdue, then pictures of somebody who did not consent. */
const RANK = (now: Date) => sql`case when c.kind = 'illegal' then 0
  when c.due_at < ${now} and c.asked_at is null then 1
  when c.kind in ('take_it_down', 'non_consensual') then 2 else 3 end`;

const COMPLAINTS = sql`
  select c.id, c.number::int as number, c.kind, c.urls, c.name, c.email, c.phone, c.relation, c.statement, c.signature,
    c.state, c.outcome, c.created_at as "createdAt", c.due_at as "dueAt", c.revision, c.decided_by as "decidedById",
    c.decided_at as "decidedAt", c.statement_of_reasons as reasons, c.asked_at as "askedAt",
    c.legal_hold as "legalHold", c.named_at is not null as "isNamed", n.state as counter, n.restore_at as "restoreAt",
    exists (select 1 from complaint_appeals p where p.complaint_id = c.id) as "hasAppeal",
    array(select distinct a.username from complaint_items i join accounts a on a.id = i.owner_id
      where i.complaint_id = c.id order by a.username) as about,
    (select count(*)::int from complaint_items i
      where i.complaint_id = c.id and i.state in ('quarantined', 'removed')) as withheld
  from complaints c left join complaint_counters n on n.complaint_id = c.id`;

/** Columns of a change; each is left as it is where the change does not name it. */
const assign = (change: ComplaintChange): RawBuilder<unknown> => {
  const columns: readonly (readonly [keyof ComplaintChange, string])[] = [
    ['state', 'state'],
    ['outcome', 'outcome'],
    ['dueAt', 'due_at'],
    ['decidedById', 'decided_by'],
    ['decidedAt', 'decided_at'],
    ['reasons', 'statement_of_reasons'],
    ['askedAt', 'asked_at'],
  ];
  const given = columns.filter(([key]) => change[key] !== undefined);
  return sql.join([
    sql`revision = revision + 1`,
    ...given.map(([key, column]) => sql`${sql.ref(column)} = ${change[key]}`),
  ]);
};

export function makeComplaintStore({ kysely }: Pick<Database, 'kysely'>): ComplaintStore {
  const read = async (rest: RawBuilder<unknown>, within?: Transaction): Promise<KeptComplaint[]> =>
    (await sql<KeptComplaint>`${COMPLAINTS} ${rest}`.execute(within ?? kysely)).rows;
  return {
    list({ kind, overdue, queue }, now, offset, limit) {
      const isOverdue = sql`(c.due_at < ${now} and c.asked_at is null)`;
      const order =
        queue === 'waiting' ? sql`${RANK(now)}, c.due_at, c.id` : sql`c.decided_at desc nulls last, c.id`;
      return read(sql`where ${queue === 'waiting' ? WAITS : sql`not ${WAITS}`}
        and c.kind = coalesce(${kind ?? null}, c.kind)
        and (${overdue ?? null}::boolean is null or ${isOverdue} = ${overdue ?? null}::boolean)
        order by ${order} limit ${limit} offset ${offset}`);
    },
    async count(now) {
      const { rows } = await sql<QueueCount & { illegal: boolean }>`
        select c.kind = 'illegal' as illegal, count(*)::int as open,
          count(*) filter (where c.due_at < ${now} and c.asked_at is null)::int as overdue,
          min(c.due_at) as "oldestDueAt"
        from complaints c left join complaint_counters n on n.complaint_id = c.id
        where ${WAITS} group by 1`.execute(kysely);
      const none: QueueCount = { open: 0, overdue: 0, oldestDueAt: null };
      const of = (illegal: boolean) => rows.find((row) => row.illegal === illegal) ?? none;
      return { illegal: of(true), other: of(false) };
    },
    find: async (id, within) => (await read(sql`where c.id = ${id}`, within))[0],
    findByReceipt: async (digest) => (await read(sql`where c.receipt_digest = ${digest}`))[0],
    async lock(within, id) {
      await sql`select 1 from complaints where id = ${id} for update`.execute(within);
      return (await read(sql`where c.id = ${id}`, within))[0];
    },
    async change(within, id, change) {
      await sql`update complaints set ${assign(change)} where id = ${id}`.execute(within);
    },
    async markNamed(within, id, at, legalHold) {
      await sql`update complaints set named_at = ${at}, legal_hold = ${legalHold} where id = ${id}`.execute(
        within,
      );
    },
    async addDeed(within, id, { at, party, byId, action, note }) {
      await sql`insert into complaint_deeds (id, complaint_id, at, by_id, party, action, note)
        values (${uuidv7(at.getTime())}, ${id}, ${at}, ${byId ?? null}, ${party}, ${action}, ${note ?? ''})`.execute(
        within,
      );
    },
    async listDeeds(id) {
      const { rows } = await sql<ComplaintDeed>`
        select d.at, d.party, a.username as by, d.action, d.note
        from complaint_deeds d left join accounts a on a.id = d.by_id
        where d.complaint_id = ${id} order by d.at, d.id`.execute(kysely);
      return rows;
    },
    async findQuestion(id) {
      const { rows } = await sql<{ note: string }>`
        select note from complaint_deeds where complaint_id = ${id} and action = 'request_info'
        order by at desc, id desc limit 1`.execute(kysely);
      return rows[0]?.note;
    },
    listOf: (accountId, limit) =>
      read(sql`where exists (select 1 from complaint_items i
        where i.complaint_id = c.id and i.owner_id = ${accountId} and i.kind <> 'page' and i.state <> 'shown')
        order by c.created_at desc, c.id limit ${limit}`),
  };
}
