import type { Uuid } from '@klieg/kernel';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Mail, Mailer } from '../../platform/mail/index.ts';
import type { Transaction } from '../../platform/postgres/index.ts';
import type { ComplaintStore, KeptComplaint } from './complaint-store.ts';

/** What a complainant and the operator are told; the words are made when the mail is sent. */
export interface MailNews {
  readonly code:
    | 'removed'
    | 'rejected'
    | 'restored'
    | 'asked'
    | 'counter_accepted'
    | 'counter_rejected'
    | 'clock_warning'
    | 'clock_over';
  /** The words of a moderator. */
  readonly text?: string;
  /** A day, as `2026-11-20`. */
  readonly day?: string;
}

interface Job extends MailNews {
  readonly complaintId: Uuid;
}

/** Mails about complaints: queued as jobs with their contents, and sent until the mail server accepts them. */
export interface ComplaintMailer {
  send(within: Transaction, complaintId: Uuid, news: MailNews): Promise<void>;
  work(): Promise<void>;
}

const JOB = 'complaint-mail';
const PAGE_LINE =
  'The page of your complaint, whose address is in our first mail, says the same and takes what you want to say.';

const toOperator = (news: MailNews): boolean => news.code === 'clock_warning' || news.code === 'clock_over';

function wordsOf({ number, kind, dueAt }: KeptComplaint, { code, text = '', day = '' }: MailNews) {
  const reasons = text === '' ? [] : ['', 'The reason, in the words of whoever decided:', '', text];
  switch (code) {
    case 'removed':
      return {
        subject: `Your complaint ${number}: removed`,
        lines: ['What you complained about is no longer shown, nor are identical copies of it.', ...reasons],
      };
    case 'rejected':
      return {
        subject: `Your complaint ${number}: nothing was removed`,
        lines: [
          'We have looked at what you complained about and decided to leave it.',
          ...reasons,
          '',
          'You can have another person look at it within six months.',
        ],
      };
    case 'restored':
      return {
        subject: `Your complaint ${number}: shown again`,
        lines: ['What you complained about is shown again.', ...reasons],
      };
    case 'asked':
      return {
        subject: `Your complaint ${number}: a question`,
        lines: ['Before we can decide we need to know this:', '', text],
      };
    case 'counter_accepted':
      return {
        subject: `Your complaint ${number}: a counter-notice`,
        lines: [
          'Whoever published the content says under penalty of perjury that it was removed by mistake.',
          `It is shown again on ${day}, unless you tell us before then that you have gone to court.`,
          ...reasons,
        ],
      };
    case 'counter_rejected':
      return {
        subject: `Your complaint ${number}: it stays removed`,
        lines: ['A counter-notice was not accepted, so the content stays removed.', ...reasons],
      };
    case 'clock_warning':
      return {
        subject: `Complaint ${number}: three quarters of its time are over`,
        lines: [`Kind: ${kind}`, `Due: ${dueAt.toISOString()}`, 'It stands at /mod/complaints.'],
      };
    case 'clock_over':
      return {
        subject: `Complaint ${number}: OVERDUE`,
        lines: [`Kind: ${kind}`, `Due: ${dueAt.toISOString()}`, 'It stands first at /mod/complaints.'],
      };
    default:
      return code satisfies never;
  }
}

/** The mail of a complaint as it is sent. */
export function writeComplaintNews(complaint: KeptComplaint, news: MailNews, supportEmail: string): Mail {
  const { subject, lines } = wordsOf(complaint, news);
  if (toOperator(news)) return { to: supportEmail, subject, text: lines.join('\n') };
  return { to: complaint.email, subject, text: [...lines, '', PAGE_LINE].join('\n') };
}

export function makeComplaintMailer(deps: {
  readonly jobs: Pick<JobQueue, 'expect' | 'enqueue' | 'work'>;
  readonly mailer: Mailer;
  readonly complaints: Pick<ComplaintStore, 'find'>;
  readonly supportEmail: string;
}): ComplaintMailer {
  deps.jobs.expect(JOB);
  return {
    send: (within, complaintId, news) =>
      deps.jobs.enqueue(JOB, { ...news, complaintId } satisfies Job, { within }),
    work: () =>
      deps.jobs.work<Job>(JOB, async ({ complaintId, ...news }) => {
        const complaint = await deps.complaints.find(complaintId);
        if (complaint) await deps.mailer.send(writeComplaintNews(complaint, news, deps.supportEmail));
      }),
  };
}
