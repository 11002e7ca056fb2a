import { randomBytes } from 'node:crypto';
import type { callsByFeature, Gender, OauthProvider } from '@klieg/contract';
import { type AccountId, AppError, type Clock, randomToken, toInstant } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import type { CallContext, Handlers } from '../../platform/http/index.ts';
import type { Account, AccountStore } from '../identity/index.ts';
import { isStaff } from '../permissions/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { JoiningByProvider } from './joining-by-provider.ts';
import type { Attempt, Newcomer, OauthStore } from './oauth-store.ts';
import type { Providers } from './providers/open-providers.ts';
import type { Provider } from './providers/provider.ts';
import { suggestUsername } from './suggest-username.ts';

type Calls = (typeof callsByFeature)['oauth'];
type Context = CallContext<SiteCaller>;

/** What sessions and registration do for people who come from a provider. */
export interface OauthUses {
  readonly openSession: (
    account: Account,
    context: Context,
    remember: boolean,
    provenHash?: string,
  ) => Promise<string>;
  readonly beginSecondStep: (login: {
    readonly accountId: AccountId;
    readonly passwordHash: string;
    readonly visitor: string;
    readonly remember: boolean;
  }) => Promise<
    | { readonly challenge_id: string; readonly methods: readonly string[]; readonly expires_at: string }
    | undefined
  >;
  readonly register: (
    form: {
      readonly username: string;
      readonly email: string;
      readonly password: string;
      readonly birth_date: string;
      readonly gender: Gender;
    },
    context: Context,
  ) => ReturnType<Handlers<Calls, SiteCaller>['completeOauth']>;
  /** The provider has seen that the address is theirs. @returns false where another account has it */
  readonly confirmAddress: (accountId: AccountId, email: string) => Promise<boolean>;
  readonly hasPasskey: (accountId: AccountId) => Promise<boolean>;
  readonly maskAddress: (email: string) => string;
}

interface Deps extends OauthUses {
  readonly store: OauthStore;
  readonly joining: Pick<JoiningByProvider, 'run'>;
  readonly providers: Providers;
  readonly accounts: Pick<AccountStore, 'findById' | 'findLogins' | 'recordLogin'>;
  readonly clock: Clock;
}

const ATTEMPT_MS = 10 * 60_000;
const NEWCOMER_MS = 30 * 60_000;

/** A path of this site, except the login pages, which would lead back here. */
const pathOf = (wished: string): string =>
  /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wished) && !/^\/(?:login|register)\b/iu.test(wished) ? wished : '/';
const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(query).toString()}`;

/** Something is wrong with the answer or the provider: nobody is logged in. */
const refuse = (cause?: unknown): never => {
  throw new AppError('identity.challenge_expired', { cause });
};

export function makeOauthHandlers(deps: Deps): Handlers<Calls, SiteCaller> {
  const { store, providers, accounts, clock } = deps;
  const now = () => new Date(clock.now());
  const later = (ms: number) => new Date(clock.now() + ms);

  const providerOf = (name: OauthProvider): Provider => {
    const provider = providers.get(name);
    if (!provider) throw new AppError('sessions.oauth_unavailable');
    return provider;
  };
  const redirectUriOf = ({ site }: SiteCaller, { name }: Provider): string =>
    `${site.publicUrl}/api/v1/auth/oauth/${name}/callback`;

  const listOf = async (accountId: AccountId) => {
    const own = new Map((await store.listOf(accountId)).map((login) => [login.provider, login]));
    const names = new Set([...providers.keys(), ...own.keys()]);
    return {
      items: [...names].toSorted().map((provider) => {
        const login = own.get(provider);
        return {
          provider,
          linked_at: login ? toInstant(login.linkedAt) : null,
          email_masked: login?.email ? deps.maskAddress(login.email) : null,
        };
      }),
    };
  };

  /** Logs in somebody known to the provider; staff can never log in through others. */
  const logIn = async (id: AccountId, context: Context, returnTo: string): Promise<string> => {
    const found = await accounts.findById(id);
    const [login] = found ? await accounts.findLogins(found.username) : [];
    if (!login || isStaff(login)) return refuse();
    const { account, passwordHash } = login;
    const step = await deps.beginSecondStep({
      accountId: account.id,
      passwordHash,
      visitor: context.caller.key,
      remember: true,
    });
    if (step)
      return withQuery('/login', {
        step: step.challenge_id,
        methods: step.methods.join(','),
        until: step.expires_at,
        return_to: returnTo,
      });
    await deps.openSession(account, context, true, passwordHash);
    await accounts.recordLogin(account.id, context.caller.country);
    return returnTo;
  };

  /** What happens to somebody who returns from a provider. */
  const goOn = async (attempt: Attempt, person: Newcomer, context: Context): Promise<string> => {
    const { caller } = context;
    const { provider, returnTo } = attempt;
    if (attempt.intent === 'link') {
      const isLinked = await store.link(caller.account!.id, person, false);
      return withQuery(returnTo, { oauth: isLinked ? 'linked' : 'taken', provider });
    }
    const known = await store.find(provider, person.subject);
    if (known !== undefined) return logIn(known, context, returnTo);
    // An account that has confirmed the address is never joined to the login without its own proof.
    const { email } = person;
    const owners = email === undefined ? [] : await accounts.findLogins(email);
    if (owners.some(({ account }) => account.emailConfirmed))
      return withQuery('/login', { oauth: 'link', provider, return_to: returnTo });
    await store.keepNewcomer(caller.key, person, later(NEWCOMER_MS));
    return withQuery('/register', { oauth: '1', return_to: returnTo });
  };

  /** Leads to the page of a provider. */
  const begin = async (
    caller: SiteCaller,
    provider: Provider,
    wish: Pick<Attempt, 'intent' | 'returnTo'>,
  ): Promise<{ location: string }> => {
    // Without a cookie nobody can be recognised on return.
    if (caller.cookie === undefined) return refuse();
    const binding = { state: randomToken(32), nonce: randomToken(32), verifier: randomToken(32) };
    const { state, ...kept } = binding;
    await store.begin({
      ...wish,
      ...kept,
      stateDigest: sha256(state),
      provider: provider.name,
      visitor: caller.key,
      expiresAt: later(ATTEMPT_MS),
    });
    return { location: await provider.start(redirectUriOf(caller, provider), binding).catch(refuse) };
  };

  return {
    async startOauth({ params, query }, { caller }) {
      const provider = providerOf(params.provider);
      const returnTo = pathOf(query.return_to);
      if (query.intent === 'link') {
        if (!caller.account) throw new AppError('common.unauthenticated');
        if (caller.sudoUntil <= clock.now()) throw new AppError('common.sudo_required');
      } else if (caller.account) return { location: returnTo };
      return begin(caller, provider, { intent: query.intent, returnTo });
    },
    async linkOauth({ params }, { caller }) {
      const wish = { intent: 'link', returnTo: '/account/settings/linked' } as const;
      return { status: 1, ...(await begin(caller, providerOf(params.provider), wish)) };
    },
    async finishOauth({ params, query }, context) {
      const { caller } = context;
      const provider = providerOf(params.provider);
      const { state } = query;
      const its = { stateDigest: sha256(state ?? ''), provider: provider.name, visitor: caller.key };
      const attempt = await store.take(its, now());
      if (!attempt || state === undefined || (attempt.intent === 'link' && !caller.account)) return refuse();
      const redirectUri = redirectUriOf(caller, provider);
      const answer = new URL(redirectUri);
      for (const [name, value] of Object.entries(query))
        if (typeof value === 'string') answer.searchParams.set(name, value);
      const person = await provider.finish(redirectUri, answer, { ...attempt, state }).catch(refuse);
      return { location: await goOn(attempt, { ...person, provider: provider.name }, context) };
    },
    async getOauthNewcomer(_input, { caller }) {
      const newcomer = await store.findNewcomer(caller.key, now());
      if (!newcomer) throw new AppError('common.not_found');
      const { provider, email } = newcomer;
      return { provider, email: email ?? null, suggested_username: suggestUsername(newcomer) };
    },
    async completeOauth({ body }, context) {
      const { key } = context.caller;
      const newcomer = await store.takeNewcomer(key, now());
      if (!newcomer) return refuse();
      const email = newcomer.email ?? body.email;
      try {
        if (email === undefined)
          throw new AppError('common.invalid_input', {
            params: { fields: [{ path: 'email', reason: 'required', message: 'Please fill in this field' }] },
          });
        const { username, birth_date, gender } = body;
        // Without one of their own: they get it by the link of a forgotten one.
        const password = randomBytes(32).toString('base64url');
        const form = { username, email, password, birth_date, gender };
        const made = await deps.joining.run(newcomer, async () => deps.register(form, context));
        const isSeen = newcomer.email !== undefined && newcomer.isVerified;
        // The account is there: who is not confirmed now gets a mail as everybody does.
        const isConfirmed =
          isSeen && (await deps.confirmAddress(made.user.id as AccountId, email).catch(() => false));
        return { ...made, user: { ...made.user, email_confirmed: isConfirmed ? 1 : 0 } };
      } catch (error) {
        await store.keepNewcomer(key, newcomer, later(NEWCOMER_MS));
        throw error;
      }
    },
    async unlinkOauth({ params }, { caller }) {
      const { id } = caller.account!;
      if (!(await store.unlink(id, params.provider, await deps.hasPasskey(id))))
        throw new AppError('identity.last_login_method');
      return { status: 1, ...(await listOf(id)) };
    },
    listOauth: (_input, { caller }) => listOf(caller.account!.id),
  };
}
