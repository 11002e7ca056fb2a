import { GONE, impersonal, kept, own, passing, secret, type TableLines } from './table-line.ts';

const QUEUE = 'is how the queue of jobs works';
const DELIVERY = 'carries facts between parts of the site for a short time';

/** What the site works with, traces of visits, and records of law. */
export const siteTables: TableLines = {
  age_rule_releases: impersonal('rules'),
  audit_entries: {
    mine: { ids: ['actor_id'] },
    out: { not: 'is what staff did, which is no more than noted here' },
    end: [kept('a chain that nobody can change is the proof of what staff did')],
  },
  banner_pictures: impersonal('adverts of the site'),
  banners: impersonal('adverts of the site'),
  biller_looks: impersonal('when a biller was asked last'),
  client_logs: own(['level', 'text', 'written_at', 'at']),
  complaints: {
    mine: { mails: ['email'] },
    out: {
      columns: [
        'number',
        'kind',
        'urls',
        'name',
        'email',
        'phone',
        'relation',
        'statement',
        'state',
        'outcome',
        'created_at',
      ],
    },
    end: [kept('notices of what may be unlawful are kept with what was decided of them')],
  },
  contests: impersonal('contests of the site'),
  earning_sweeps: impersonal('which days are done'),
  fingerprints: {
    mine: { keys: ['who'] },
    out: { columns: ['fp', 'tag', 'at'] },
    end: [GONE],
  },
  idempotent_answers: passing({ keys: ['scope'] }),
  migrations: impersonal('which files made the tables'),
  outbox: {
    out: { not: DELIVERY },
    end: [{ act: 'renamed', json: ['payload'] }],
  },
  outbox_failures: impersonal(DELIVERY),
  outbox_readers: impersonal(DELIVERY),
  outside_link_uses: secret({ keys: ['visitor'] }),
  outside_links: impersonal('addresses that lead out of the site'),
  owner_keys: impersonal('keys of a first administrator, as digests'),
  page_events: {
    mine: { keys: ['who'] },
    out: { columns: ['name', 'params', 'at'] },
    end: [GONE],
  },
  press_entries: impersonal('articles about the site'),
  products: impersonal('what is sold'),
  promo_codes: impersonal('codes of the site'),
  promo_days: impersonal('sums of a day'),
  rate_buckets: impersonal('counts under keyed digests, for some minutes'),
  reserved_names: impersonal('digests of names that are reserved'),
  settlement_files: impersonal('files of billers'),
  settlement_unread: {
    out: { not: 'is a line of a biller that could not be read' },
    end: [kept('lines that a biller settles stay until somebody has read them')],
  },
  thumb_clicks: impersonal('counts by picture and day'),
  visit_tracking: {
    mine: { ids: ['account_id'], keys: ['who'] },
    out: { columns: ['data', 'created_at'] },
    end: [GONE],
  },
  wheel_plans: impersonal('odds of wheels'),
  'ledger.reader_positions': impersonal('where a reader of the ledger stands'),
  'ledger.seals': impersonal('sums and hashes of months that are over'),
  'ledger.reconciliation': impersonal('what the last comparison of the books found'),
  'ledger.system_days': impersonal('sums of a day'),
  'jobs.bam': impersonal(QUEUE),
  'jobs.job': {
    out: { not: 'is work that waits, or was done lately' },
    end: [{ act: 'gone', only: 'mentioning', mine: { names: ['data', 'output'] } }],
  },
  'jobs.job_dependency': impersonal(QUEUE),
  'jobs.queue': impersonal(QUEUE),
  'jobs.queue_stats': impersonal(QUEUE),
  'jobs.schedule': impersonal(QUEUE),
  'jobs.subscription': impersonal(QUEUE),
  'jobs.version': impersonal(QUEUE),
  'jobs.warning': impersonal(QUEUE),
};
