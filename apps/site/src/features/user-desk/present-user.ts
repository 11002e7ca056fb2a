import type { AdminUser, CurrentUser } from '@klieg/contract';
import { toInstant } from '@klieg/kernel';
import { unflatten } from '../../platform/parts/index.ts';
import type { Account, MeAsk, MeParts } from '../identity/index.ts';
import { readUserAgent } from '../sessions/index.ts';
import type { AccountNote, SanctionStore, Suspension } from './sanction-store.ts';
import type { DeskSession, UserDeskStore } from './user-desk-store.ts';

const IPS_SHOWN = 5;

/** What the parts of the user object get instead of a request: staff is looking, not the person. */
const noRequest = (): MeAsk['request'] => ({
  guestName: '',
  address: '',
  country: null,
  state: null,
  locale: 'en',
  csrf: '',
  nodeToken: '',
  isTipBlockedCountry: false,
  sudoUntil: null,
  // Whether an age has to be checked goes by where somebody is.
  ageVerification: {
    required: false,
    creditCardRequired: false,
    methods: { yoti: false, zendesk: false },
    state: 'none',
    attempts: 0,
    allowed: [],
  },
});

const presentSuspension = (one: Suspension): AdminUser['sanctions'][number] => ({
  id: one.id,
  kind: 'suspend',
  by: one.by,
  reason_code: one.reasonCode,
  statement: one.statement,
  at: toInstant(one.at),
  until: one.until && toInstant(one.until),
  lifted_at: one.liftedAt && toInstant(one.liftedAt),
});

/** Browsers that are logged in, each once. */
function devicesOf(sessions: readonly DeskSession[]): AdminUser['devices'] {
  const named = sessions.map(({ userAgent }) => readUserAgent(userAgent));
  return [...new Map(named.map((one) => [`${one.device} ${one.browser}`, one])).values()];
}

interface Known {
  readonly account: Account;
  readonly user: CurrentUser['user'];
  readonly sessions: readonly DeskSession[];
  readonly suspensions: readonly Suspension[];
  readonly notes: readonly AccountNote[];
}

const present = ({ account, user, sessions, suspensions, notes }: Known): AdminUser => ({
  ...user,
  geo: null,
  node_token: '',
  user_roles: [...account.roles],
  high_model_fraud: account.roles.includes('high_model_fraud'),
  remote_logging: account.roles.includes('remote_logging'),
  ips: [...new Set(sessions.map(({ address }) => address))].slice(0, IPS_SHOWN),
  devices: devicesOf(sessions),
  sanctions: suspensions.map(presentSuspension),
  notes: notes.map(({ by, text, at }) => ({ by, text, at: toInstant(at) })),
  suspension_until: account.suspensionUntil && toInstant(account.suspensionUntil),
  is_featured: account.isFeatured,
  can_change_username: account.settings.can_change_username,
  max_linked_accounts: account.settings.max_linked_accounts,
  // The most recently seen comes first.
  last_seen_at: sessions[0] ? toInstant(sessions[0].lastSeenAt) : null,
});

/** Accounts as staff sees them: what their person sees, plus the desk's own data. */
export const makePresentUsers =
  (deps: {
    readonly parts: MeParts;
    readonly store: Pick<UserDeskStore, 'listSessions'>;
    readonly sanctions: Pick<SanctionStore, 'listSuspensions' | 'listNotes'>;
  }) =>
  async (accounts: readonly Account[]): Promise<AdminUser[]> => {
    const ids = accounts.map(({ id }) => id);
    const [flat, sessions, suspensions, notes] = await Promise.all([
      deps.parts.read(accounts.map((account) => ({ account, request: noRequest() }))),
      deps.store.listSessions(ids),
      deps.sanctions.listSuspensions(ids),
      deps.sanctions.listNotes(ids),
    ]);
    return accounts.map((account, at) => {
      const isOwn = (one: { readonly accountId: number }) => one.accountId === account.id;
      return present({
        account,
        user: unflatten<CurrentUser>(flat[at]!).user,
        sessions: sessions.filter(isOwn),
        suspensions: suspensions.filter(isOwn),
        notes: notes.filter(isOwn),
      });
    });
  };

export type PresentUsers = ReturnType<typeof makePresentUsers>;
