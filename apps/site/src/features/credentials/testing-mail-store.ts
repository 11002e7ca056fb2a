import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import type { Database } from '../../platform/postgres/index.ts';

/** A mail as it was kept, with the secret of its link. For tests. */
export interface ReadMail {
  readonly subject: string;
  readonly text: string;
  /** Empty where the mail has no link. */
  readonly token: string;
}

/** The mails to an address so far, the oldest first. For tests. */
export async function mailsTo({ kysely }: Database, to: string): Promise<ReadMail[]> {
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, text from kept_mails where "to" = ${to} order by id`.execute(kysely);
  return rows.map((mail) => ({ ...mail, token: /\/([\w-]{43})$/m.exec(mail.text)?.[1] ?? '' }));
}

/** Waits for the newest mail of a subject to an address. For tests. */
export const mailTo = (database: Database, to: string, subject: string, count = 1): Promise<ReadMail> =>
  eventually(async () => {
    const mails = (await mailsTo(database, to)).filter((mail) => mail.subject === subject);
    if (mails.length < count) throw new Error(`${mails.length} mails to ${to}: ${subject}`);
    return mails.at(-1)!;
  });
