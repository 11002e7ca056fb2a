import type { Log } from '@klieg/kernel';
import { sql } from 'kysely';
import type { Database } from '../postgres/index.ts';
import { pageOfMail } from './mail-page.ts';
import type { Mail, Mailer } from './mail.ts';

export interface KeptMail extends Mail {
  readonly at: Date;
  /** The page that mail programs show; empty for a mail from before there were any. */
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Keeps mails instead of sending them, for machines without a mail server; they can be read at /dev/mail. */
export interface KeptMailer extends Mailer {
  /** Newest first. */
  list(limit: number): Promise<KeptMail[]>;
}

const KEPT_MAX = 500;

export function makeKeptMailer({ kysely }: Database, log: Log): KeptMailer {
  return {
    async send(mail) {
      const { to, subject, text, headers = {} } = mail;
      await sql`insert into kept_mails ("to", subject, text, html, headers)
        values (${to}, ${subject}, ${text}, ${pageOfMail(mail)}, ${JSON.stringify(headers)}::jsonb)`.execute(
        kysely,
      );
      await sql`delete from kept_mails where id <= (select max(id) from kept_mails) - ${KEPT_MAX}`.execute(
        kysely,
      );
      log.info({ subject }, 'a mail was kept, since there is no mail server');
    },
    async list(limit) {
      const { rows } = await sql<KeptMail>`
        select "to", subject, text, coalesce(html, '') as html, coalesce(headers, '{}') as headers, created_at as at
        from kept_mails order by id desc limit ${limit}`.execute(kysely);
      return rows;
    },
  };
}
