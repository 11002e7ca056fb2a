import { randomBytes } from 'node:crypto';
import type { callsByFeature, Gender } from '@klieg/contract';
import { AppError, type Clock, toInstant, type Uuid, uuidv7 } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import type { CallContext, Handlers } from '../../platform/http/index.ts';
import type { Database } from '../../platform/postgres/index.ts';
import type { AuditLog } from '../audit/index.ts';
import { type Account, type AccountStore, type IdentityCaller, isSuspended } from '../identity/index.ts';
import { isStaff } from '../permissions/index.ts';
import { type PartnerLinks, secretOf } from './partner-links.ts';
import type { Partner, PartnerStore } from './partner-store.ts';

type Calls = (typeof callsByFeature)['partners'];

/** What sessions and registration do for those whom a partner has sent. */
export interface PartnerUses<C extends IdentityCaller> {
  readonly openSession: (
    account: Account,
    context: CallContext<C>,
    remember: boolean,
    provenHash?: string,
  ) => Promise<string>;
  readonly greet: (context: CallContext<C>) => { readonly csrf: string };
  readonly beginSecondStep: (login: {
    readonly accountId: Account['id'];
    readonly passwordHash: string;
    readonly visitor: string;
    readonly remember: boolean;
  }) => Promise<Awaited<ReturnType<Handlers<Calls, C>['logInByPartner']>>['two_factor'] | undefined>;
  readonly register: (
    form: {
      readonly username: string;
      readonly email: string;
      readonly password: string;
      readonly birth_date: string;
      readonly gender: Gender;
    },
    context: CallContext<C>,
  ) => ReturnType<Handlers<Calls, C>['freeRegister']>;
  readonly maskAddress: (email: string) => string;
}

interface Deps<C extends IdentityCaller> extends PartnerUses<C> {
  readonly store: PartnerStore;
  readonly links: PartnerLinks;
  readonly accounts: Pick<AccountStore, 'findById' | 'findLogins' | 'recordLogin'>;
  readonly auditLog: Pick<AuditLog, 'note'>;
  readonly database: Pick<Database, 'kysely'>;
  readonly key: Uint8Array;
  readonly clock: Clock;
}

const gone = (): never => {
  throw new AppError('identity.token_invalid', { params: { reason: 'unknown' } });
};

const present = (partner: Partner) => ({
  id: partner.id,
  name: partner.name,
  domain: partner.domain,
  is_enabled: partner.isEnabled,
  accounts: partner.accounts,
  created_at: toInstant(partner.createdAt),
});

type StaffCalls = 'listPartners' | 'addPartner' | 'renewPartnerSecret' | 'switchPartner';

const makeStaffHandlers = <C extends IdentityCaller>({
  store,
  auditLog,
  database,
  key,
}: Deps<C>): Pick<Handlers<Calls, C>, StaffCalls> => {
  const changed = (
    caller: C,
    id: string,
    action: string,
    detail: Readonly<Record<string, string>>,
    act: Parameters<ReturnType<typeof database.kysely.transaction>['execute']>[0],
  ) =>
    database.kysely.transaction().execute(async (within) => {
      await act(within);
      await auditLog.note(within, caller as never, { action, target: `partner:${id}`, detail });
    });
  return {
    listPartners: async () => ({ items: (await store.list()).map(present) }),
    async addPartner({ body }, { caller }) {
      const id = uuidv7();
      await changed(caller, id, 'partners.added', { ...body }, async (within) => {
        if (!(await store.add({ id, ...body }, within))) throw new AppError('partners.domain_taken');
      });
      return { status: 1, id, secret: secretOf(key, { id, secretVersion: 1 }) };
    },
    async renewPartnerSecret({ params }, { caller }) {
      const id = params.id as Uuid;
      let secretVersion = 0;
      await changed(caller, id, 'partners.secret_renewed', {}, async (within) => {
        const version = await store.renewSecret(id, within);
        if (version === undefined) throw new AppError('common.not_found');
        secretVersion = version;
      });
      return { status: 1, id, secret: secretOf(key, { id, secretVersion }) };
    },
    async switchPartner({ params, body }, { caller }) {
      const id = params.id as Uuid;
      const detail = { is_enabled: String(body.is_enabled) };
      await changed(caller, id, 'partners.switched', detail, async (within) => {
        if (!(await store.setEnabled(id, body.is_enabled, within))) throw new AppError('common.not_found');
      });
      return { status: 1 };
    },
  };
};

export function makePartnersHandlers<C extends IdentityCaller>(deps: Deps<C>): Handlers<Calls, C> {
  const { store, links, accounts, clock } = deps;
  const nowDate = () => new Date(clock.now());
  /** An account that may log in; staff never does so through others' links. */
  const findLogin = async (id: Account['id'] | null) => {
    const account = id === null ? undefined : await accounts.findById(id);
    const found = account && (await accounts.findLogins(account.username))[0];
    return found && !isStaff(found) ? found : gone();
  };
  return {
    ...makeStaffHandlers(deps),
    async logInByPartner({ body }, context) {
      const link = (await store.takeLink(sha256(body.token), 'login', nowDate())) ?? gone();
      const { account, passwordHash } = await findLogin(link.accountId);
      const step = await deps.beginSecondStep({
        accountId: account.id,
        passwordHash,
        visitor: context.caller.key,
        remember: true,
      });
      const answer = { status: 1 as const, suspended: false, return_to: link.returnTo };
      if (step) return { ...answer, two_factor: step, user: null, csrf: deps.greet(context).csrf };
      const csrf = await deps.openSession(account, context, true, passwordHash);
      await accounts.recordLogin(account.id, context.caller.country);
      return {
        ...answer,
        two_factor: null,
        user: { id: account.id, username: account.username },
        csrf,
        suspended: isSuspended(account, clock.now()),
      };
    },
    async getFreeRegister({ query }) {
      const link = (await store.findLink(sha256(query.token), 'register', nowDate())) ?? gone();
      const partner = (await store.find(link.partnerId)) ?? gone();
      return {
        email_masked: deps.maskAddress(link.email),
        suggested_username: link.suggestedUsername,
        partner_name: partner.name,
      };
    },
    async freeRegister({ body }, context) {
      const digest = sha256(body.token);
      const link = (await store.takeLink(digest, 'register', nowDate())) ?? gone();
      const form = {
        username: body.username,
        email: link.email,
        // Without one it gets its first password by the link of a forgotten one.
        password: body.password ?? randomBytes(32).toString('base64url'),
        birth_date: body.birth_date,
        gender: body.gender,
      };
      try {
        const made = await deps.register(form, context);
        await store.claim(made.user.id as Account['id'], link.partnerId);
        return made;
      } catch (error) {
        await store.giveBack(digest);
        throw error;
      }
    },
    async askFreeRegister({ body }) {
      return { status: 1, url: await links.askRegister(body, body.suggested_username) };
    },
    async askPartnerLogin({ body }) {
      return { status: 1, url: await links.askLogin(body, body.return_to) };
    },
  };
}
