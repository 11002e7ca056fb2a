import { avatarBlob } from '../../profile/index.ts';
import { GONE, kept, ofAccount, own, passing, secret, through, type TableLines } from './table-line.ts';

const AGREEMENTS = 'agreements are kept as long as claims from them can be made';
const RECORDS = 'records of performers are kept for seven years after their last picture (18 USC 2257)';

/** Somebody's identity, log-in data, and what they said about themselves. */
export const accountTables: TableLines = {
  accounts: {
    mine: { ids: ['id'] },
    out: {
      columns: [
        'username',
        'display_name',
        'email',
        'email_confirmed',
        'gender',
        'type',
        'birth_date',
        'membership',
        'compliance_status',
        'country_code',
        'region',
        'languages',
        'tags',
        'about',
        'show_age',
        'display_age',
        'settings',
        'suspended_at',
        'suspension_until',
        'last_login_at',
        'last_login_country',
        'created_at',
        'approved_at',
      ],
    },
    end: [{ act: 'pseudonym' }],
  },
  accepted_texts: {
    mine: ofAccount,
    out: { columns: ['slug', 'version', 'effective_on', 'accepted_at'] },
    end: [kept(AGREEMENTS)],
  },
  account_links: own(['purpose', 'email', 'created_at', 'used_at']),
  account_phones: own(['number', 'confirmed_at']),
  house_sanctions: {
    mine: ofAccount,
    out: { columns: ['kind', 'scope', 'reason_code', 'statement', 'at', 'until', 'lifted_at'] },
    end: [
      { act: 'emptied', values: { statement: '' } },
      { act: 'renamed', text: ['by_name'] },
    ],
  },
  phone_codes: own(['number', 'asked_at', 'used_at']),
  account_suspensions: {
    mine: ofAccount,
    out: { columns: ['reason_code', 'statement', 'at', 'until', 'lifted_at'] },
    end: [{ act: 'emptied', values: { statement: '' } }],
  },
  age_checks: {
    mine: { keys: ['subject'] },
    out: { columns: ['method', 'jurisdiction', 'state', 'begun_at', 'ends_at', 'decided_at'] },
    end: [
      kept('that an age was checked is kept: method, result, times and place'),
      { act: 'emptied', values: { vendor_ref: null, thread_id: null } },
    ],
  },
  avatar_pictures: {
    mine: ofAccount,
    out: {
      columns: ['id', 'state', 'created_at'],
      files: ({ id }) => [{ blob: avatarBlob(String(id)), as: `pictures/own-${String(id)}.jpg` }],
    },
    end: [GONE],
  },
  case_confirmations: passing({ mails: ['email'] }),
  data_export_parts: {
    out: { not: 'is a piece of an archive' },
    end: [{ act: 'impersonal', why: 'goes with its archive' }],
  },
  data_exports: own(['state', 'asked_at', 'ready_at', 'size_bytes', 'downloads']),
  deletions: {
    mine: ofAccount,
    out: { columns: ['state', 'reason', 'asked_at', 'delete_at'] },
    end: [kept('that a request was answered, and when'), { act: 'emptied', values: { reason: '' } }],
  },
  email_choices: own(['kind', 'is_wanted']),
  banned_terms: {
    mine: { ids: ['by_id'] },
    out: { not: 'is a rule of the house, and says who of staff has set it' },
    end: [{ act: 'impersonal', why: 'the number of who of staff has set a rule' }],
  },
  broadcast_performers: {
    mine: { ids: ['model_id'], ...through('consent_id', 'co_performer_consents', 'id') },
    out: { columns: ['broadcast_id', 'named_at'] },
    end: [kept(RECORDS)],
  },
  co_performer_consents: {
    mine: { ids: ['model_id'], mails: ['email'], names: ['username'] },
    out: {
      columns: [
        'name',
        'alias',
        'scopes',
        'valid_from',
        'valid_until',
        'state',
        'asked_at',
        'signed_at',
        'text_version',
        'ends_on',
        'revoked_at',
      ],
    },
    end: [kept(RECORDS)],
  },
  email_links: secret(),
  former_usernames: own(['username', 'reserved_until']),
  identity_cases: {
    mine: ofAccount,
    out: {
      columns: ['kind', 'state', 'attempt', 'submitted_at', 'agreement_version', 'reason', 'decided_at'],
    },
    end: [kept(RECORDS), { act: 'gone', only: 'viewers' }],
  },
  kept_mails: {
    mine: { mails: ['to'] },
    out: { columns: ['subject', 'text', 'created_at'] },
    end: [GONE, { act: 'gone', only: 'mentioning', mine: { names: ['subject', 'text'] } }],
  },
  legal_documents: {
    mine: { ids: ['account_id'], mails: ['email'] },
    out: {
      columns: ['title', 'version', 'document_text', 'signer_name', 'issued_at', 'signed_at', 'signature'],
    },
    end: [kept(AGREEMENTS)],
  },
  legal_holds: {
    mine: ofAccount,
    out: { not: 'is an order of an authority or a claim under way, noted by staff' },
    end: [kept('while one stands nothing is deleted')],
  },
  linked_accounts: {
    mine: { ids: ['first_id', 'second_id'] },
    out: { columns: ['first_id', 'second_id', 'created_at'], people: ['first_id', 'second_id'] },
    end: [GONE],
  },
  login_challenges: secret(),
  node_tokens: secret(),
  oauth_attempts: secret({ keys: ['visitor'] }),
  oauth_logins: own(['provider', 'email', 'linked_at']),
  oauth_newcomers: secret({ keys: ['visitor'], mails: ['email'] }),
  partner_accounts: own(['created_at']),
  partner_links: secret({ ids: ['account_id'], mails: ['email'] }),
  passkey_challenges: secret(),
  passkeys: own(['name', 'created_at', 'last_used_at']),
  performer_broadcasts: {
    mine: ofAccount,
    out: { columns: ['broadcast_id', 'started_at', 'ended_at'] },
    end: [kept(RECORDS)],
  },
  performer_contents: {
    mine: ofAccount,
    out: { columns: ['id', 'kind', 'started_at', 'ended_at', 'withdrawn_at', 'removed_at', 'erased_at'] },
    end: [kept(RECORDS)],
  },
  performer_names: {
    mine: ofAccount,
    out: { columns: ['kind', 'name', 'since'] },
    end: [kept(RECORDS)],
  },
  profiles: own(['ethnicity', 'body', 'city', 'turn_ons', 'schedule', 'social_media', 'recording_language']),
  push_reports: own(['player_id', 'reported_at']),
  push_subscriptions: own(['endpoint', 'created_at']),
  recovery_codes: secret(),
  reviews: own(['kind', 'payload', 'state', 'submitted_at', 'decided_at', 'reason_code']),
  sessions: own(['user_agent', 'address', 'country', 'created_at', 'last_seen_at', 'expires_at']),
  totp_secrets: secret(),
  totp_setups: secret(),
  vault_records: {
    mine: ofAccount,
    out: { columns: ['kind', 'state', 'created_at'] },
    end: [kept(RECORDS), { act: 'gone', only: 'viewers' }],
  },
};
