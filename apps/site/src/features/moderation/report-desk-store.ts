import type { CaseState, Report, ReportAction } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database, Transaction } from '../../platform/postgres/index.ts';

/** Reports of one thing form one case: the first of them represents all. */
export interface KeptCase {
  readonly id: Uuid;
  readonly kind: Report['kind'];
  readonly target: string;
  readonly reason: Report['reason'];
  readonly text: string;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  /** `received` until it is decided. */
  readonly state: 'received' | 'actioned' | 'dismissed';
  readonly reporter: string | null;
  readonly subjectId: AccountId | null;
  readonly subject: string | null;
  readonly assigneeId: AccountId | null;
  readonly assignee: string | null;
  readonly assignedAt: Date | null;
  readonly evidence: Readonly<Record<string, string | number | boolean | null>>;
  readonly hasStill: boolean;
  readonly isUrgent: boolean;
  readonly reports: number;
}

/** One of the reports of a case. */
export interface ToldReport {
  readonly id: Uuid;
  readonly at: Date;
  readonly by: string | null;
  readonly reason: Report['reason'];
  readonly text: string;
  readonly still: Buffer | null;
}

export interface CaseDeed {
  readonly at: Date;
  readonly by: string;
  readonly state: CaseState;
  readonly action: ReportAction;
  readonly note: string;
}

export interface PriorCase {
  readonly at: Date;
  readonly reason: Report['reason'];
  readonly state: 'actioned' | 'dismissed';
  readonly action: ReportAction;
}

export interface CaseFilter {
  readonly state?: CaseState | undefined;
  readonly reason?: string | undefined;
  readonly kind?: string | undefined;
}

/** Reports as staff works through them. */
export interface ReportDeskStore {
  /** Urgent ones first, then the oldest; decided ones newest first. Without pictures. */
  list(filter: CaseFilter, offset: number, limit: number): Promise<KeptCase[]>;
  countOpen(): Promise<number>;
  find(id: Uuid, within?: Transaction): Promise<KeptCase | undefined>;
  /** Locks all open reports of the thing; undefined if it is decided or gone. */
  lockOpen(transaction: Transaction, id: Uuid): Promise<KeptCase | undefined>;
  assign(transaction: Transaction, held: KeptCase, assigneeId: AccountId | null, at: Date): Promise<void>;
  decide(
    transaction: Transaction,
    held: KeptCase,
    decision: { readonly state: 'actioned' | 'dismissed'; readonly action: ReportAction; readonly at: Date },
  ): Promise<void>;
  addDeed(
    transaction: Transaction,
    deed: {
      readonly reportId: Uuid;
      readonly at: Date;
      readonly byId: AccountId;
      readonly state: CaseState;
      readonly action: ReportAction;
      readonly note: string;
    },
  ): Promise<void>;
  listDeeds(id: Uuid): Promise<CaseDeed[]>;
  /** The reports of a case, oldest first; pictures of the first few that have one. */
  listTold(held: KeptCase, limit: number): Promise<ToldReport[]>;
  /** Decided cases about somebody, newest first. */
  listPrior(subjectId: AccountId, limit: number): Promise<PriorCase[]>;
  /** Upheld cases about somebody. */
  countUpheld(within: Transaction, subjectId: AccountId): Promise<number>;
  /** For each person with open cases: how many, and whether one of them is urgent. */
  countOpenOfEach(): Promise<ReadonlyMap<AccountId, { readonly open: number; readonly isUrgent: boolean }>>;
}

/** The rows that a list of that state shows. */
function ofState(state: CaseState | undefined) {
  switch (state) {
    case 'open':
      return sql`r.state = 'received' and r.assignee_id is null`;
    case 'in_review':
      return sql`r.state = 'received' and r.assignee_id is not null`;
    case 'actioned':
    case 'dismissed':
      return sql`r.state = ${state}`;
    case 'appealed':
    case 'closed':
      // Reports have neither: a suspended person appeals the suspension.
      return sql`false`;
    case undefined:
      return sql`r.state = 'received'`;
    default:
      return state satisfies never;
  }
}

/** Pictures of one case: each has tens of kilobytes. */
const STILLS_MAX = 4;
/**
 * Order of statements about one thing: many unknown reporters must not push aside an urgent warning or a known
 * reporter.
 */
const GRAVEST_FIRST = sql`r.is_urgent desc, r.reporter_id is null, r.created_at, r.id`;

/** Cases among the rows that match, one for each thing, or decision about it. */
const cases = (condition: ReturnType<typeof sql>) => sql`
  select f.id, f.kind, f.target, f.reason, f.text, f.created_at as "createdAt", f.state, f.evidence, g.reports,
    g.is_urgent as "isUrgent", f.still is not null as "hasStill", f.subject_id as "subjectId",
    f.assignee_id as "assigneeId", f.assigned_at as "assignedAt", reporter.username as reporter, subject.username as subject,
    assignee.username as assignee, f.decided_at as "decidedAt"
  from (
    select (array_agg(r.id order by r.created_at, r.id))[1] as id, count(*)::int as reports,
      bool_or(r.is_urgent) as is_urgent
    from reports r where ${condition} group by r.kind, r.target, r.state, r.decided_at) g
  join reports f on f.id = g.id
  left join accounts reporter on reporter.id = f.reporter_id
  left join accounts subject on subject.id = f.subject_id
  left join accounts assignee on assignee.id = f.assignee_id`;

export function makeReportDeskStore({ kysely }: Pick<Database, 'kysely'>): ReportDeskStore {
  /** The case that a report belongs to. */
  const caseOf = async (id: Uuid, within?: Transaction): Promise<KeptCase | undefined> => {
    const { rows } = await sql<KeptCase>`
      with asked as (select kind, target, state, decided_at from reports where id = ${id})
      ${cases(sql`(r.kind, r.target, r.state) = (select kind, target, state from asked)
        and r.decided_at is not distinct from (select decided_at from asked)`)}`.execute(within ?? kysely);
    return rows[0];
  };
  return {
    async list({ state, reason, kind }, offset, limit) {
      const isDecided = state === 'actioned' || state === 'dismissed';
      const order = isDecided ? sql`"decidedAt" desc nulls last, id` : sql`"isUrgent" desc, "createdAt", id`;
      const { rows } = await sql<KeptCase>`
        select * from (${cases(sql`${ofState(state)} and r.reason = coalesce(${reason ?? null}, r.reason)
          and r.kind = coalesce(${kind ?? null}, r.kind)`)}) c
        order by ${order} limit ${limit} offset ${offset}`.execute(kysely);
      return rows;
    },
    async countOpen() {
      const { rows } = await sql<{ n: number }>`
        select count(distinct (kind, target))::int as n from reports where state = 'received'`.execute(
        kysely,
      );
      return rows[0]!.n;
    },
    find: caseOf,
    async lockOpen(transaction, id) {
      const { rows } = await sql`
        select 1 from reports r join reports asked on asked.id = ${id}
        where (r.kind, r.target) = (asked.kind, asked.target) and r.state = 'received'
        order by r.id for update of r`.execute(transaction);
      if (rows.length === 0) return undefined;
      const held = await caseOf(id, transaction);
      return held?.state === 'received' ? held : undefined;
    },
    async assign(transaction, { kind, target }, assigneeId, at) {
      await sql`update reports set assignee_id = ${assigneeId}, assigned_at = ${assigneeId === null ? null : at}
        where kind = ${kind} and target = ${target} and state = 'received'`.execute(transaction);
    },
    async decide(transaction, { kind, target }, { state, action, at }) {
      await sql`update reports set state = ${state}, action = ${action}, decided_at = ${at}
        where kind = ${kind} and target = ${target} and state = 'received'`.execute(transaction);
    },
    async addDeed(transaction, { reportId, at, byId, state, action, note }) {
      await sql`insert into case_deeds (id, report_id, at, by_id, state, action, note)
        values (${uuidv7(at.getTime())}, ${reportId}, ${at}, ${byId}, ${state}, ${action}, ${note})`.execute(
        transaction,
      );
    },
    async listDeeds(id) {
      const { rows } = await sql<CaseDeed>`
        select d.at, a.username as by, d.state, d.action, d.note
        from case_deeds d join accounts a on a.id = d.by_id where d.report_id = ${id} order by d.at, d.id`.execute(
        kysely,
      );
      return rows;
    },
    async listTold({ kind, target, state, decidedAt }, limit) {
      const { rows } = await sql<ToldReport>`
        select r.id, r.created_at as at, reporter.username as by, r.reason, r.text,
          case when count(r.still) over (order by ${GRAVEST_FIRST}) <= ${STILLS_MAX} then r.still end as still
        from reports r left join accounts reporter on reporter.id = r.reporter_id
        where r.kind = ${kind} and r.target = ${target} and r.state = ${state}
          and r.decided_at is not distinct from ${decidedAt}
        order by ${GRAVEST_FIRST} limit ${limit}`.execute(kysely);
      return rows;
    },
    async listPrior(subjectId, limit) {
      const { rows } = await sql<PriorCase>`
        select "decidedAt" as at, c.reason, c.state, r.action
        from (${cases(sql`r.subject_id = ${subjectId} and r.state <> 'received'`)}) c
        join reports r on r.id = c.id order by "decidedAt" desc limit ${limit}`.execute(kysely);
      return rows;
    },
    async countUpheld(within, subjectId) {
      const { rows } = await sql<{ n: number }>`
        select count(distinct (kind, target, decided_at))::int as n from reports
        where subject_id = ${subjectId} and state = 'actioned'`.execute(within);
      return rows[0]!.n;
    },
    async countOpenOfEach() {
      const { rows } = await sql<{ id: AccountId; open: number; is_urgent: boolean }>`
        select subject_id as id, count(distinct (kind, target))::int as open, bool_or(is_urgent) as is_urgent
        from reports where subject_id is not null and state = 'received' group by subject_id`.execute(kysely);
      return new Map(rows.map((row) => [row.id, { open: row.open, isUrgent: row.is_urgent }]));
    },
  };
}
