import type { ReportReason } from '@klieg/contract';
import { type AccountId, type Uuid, uuidv7 } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

export interface NewReport {
  readonly kind: string;
  readonly target: string;
  readonly subjectId: AccountId | null;
  /** Null for a guest. */
  readonly reporterId: AccountId | null;
  readonly reason: ReportReason;
  readonly text: string;
  /** The thing as it was when reported. */
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly still: Buffer | null;
  readonly isUrgent: boolean;
}

/** Reports as they came in. */
export interface ReportStore {
  /** Stores a report; a second one of the same person about the same thing joins the first. */
  add(report: NewReport): Promise<Uuid>;
}

export function makeReportStore({ kysely }: Database): ReportStore {
  return {
    async add(report) {
      const { rows } = await sql<{ id: Uuid }>`
        insert into reports (id, kind, target, subject_id, reporter_id, reason, text, evidence, still, is_urgent)
        values (${uuidv7()}, ${report.kind}, ${report.target}, ${report.subjectId}, ${report.reporterId},
          ${report.reason}, ${report.text}, ${JSON.stringify(report.evidence)}::jsonb, ${report.still},
          ${report.isUrgent})
        on conflict (reporter_id, kind, target) where reporter_id is not null and state = 'received'
        do update set is_urgent = reports.is_urgent or excluded.is_urgent,
          text = case when excluded.text = '' or reports.text like '%' || excluded.text || '%' then reports.text
            else left(reports.text || E'\n' || excluded.text, 4000) end
        returning id`.execute(kysely);
      return rows[0]!.id;
    },
  };
}
