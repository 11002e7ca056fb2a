import { createHash } from 'node:crypto';
import { AppError, type Uuid } from '@klieg/kernel';
import type { FastifyInstance } from 'fastify';
import type { AgeMethod } from '@klieg/contract';
import { AGE_OFFER_ID } from '@klieg/contract/features/age-check/limits';
import { DAY_MS, MINUTE_MS, utcDayOf } from '@klieg/kernel/time';
import type { Brake, RateLimiter, RateStore } from '../../platform/http/index.ts';
import type { JobQueue } from '../../platform/jobs/index.ts';
import type { Chore, Kit } from '../../platform/kit.ts';
import type { VisitorOf } from '../../platform/visitors/index.ts';
import type { AuditFeature } from '../audit/index.ts';
import type { BillingFeature } from '../billing/index.ts';
import type { IdentityFeature } from '../identity/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { WalletFeature } from '../wallet/index.ts';
import { type AgeCheckStore, makeAgeCheckStore, type Result } from './age-check-store.ts';
import { makeAgeCheckHandlers } from './age-check.http.ts';
import { makeAgeDeskHandlers } from './age-desk.http.ts';
import { makeAgeCondition, makeAgeGate } from './age-gate.ts';
import { makeAgeOffer } from './age-offer.ts';
import { makeChallenges } from './age-proof-challenge.ts';
import { type AgeProofStore, makeAgeProofStore } from './age-proof-store.ts';
import { makeAgeOfferStore } from './age-offer-store.ts';
import { makeAdmitBeginner, makeOpenLiveCheck, makeOpenSession } from './begin-check.ts';
import { makeCheckByCard } from './check-by-card.ts';
import { makeAgeOfMe } from './present-age.ts';
import { makeReleaseStore } from './release-store.ts';
import { canonicalJson } from './rules/canonical-json.ts';
import { AgeRulesError, type AgeRules } from './rules/read-rules.ts';
import { serveCallbacks, callbackPath } from './serve-callbacks.ts';
import { serveCardFields } from './serve-card-fields.ts';
import { serveProofCourier } from './serve-proof-courier.ts';
import { makeSettleCheck, PENDING_MS, type SettleCheck } from './settle-check.ts';
import { openVendors, type SandboxVendors } from './vendors/open-vendors.ts';
import { orderVendor } from './vendors/order-vendor.ts';
import type { AgeCheckSettings } from './vendors/settings.ts';

type AgeKit = Pick<Kit, 'database' | 'clock' | 'feed' | 'metrics' | 'secretOf'>;

interface Parts {
  readonly store: AgeCheckStore;
  readonly proofs: AgeProofStore;
  readonly settle: SettleCheck;
}

const VOID_JOB = 'age-check-void';
/** Cards that a network may try in a minute. */
const CARDS_A_MINUTE = 5;
const SWEEP_LIMIT = 200;

interface Uses {
  readonly identity: Pick<IdentityFeature, 'onJoining'>;
  readonly audit: Pick<AuditFeature, 'auditLog'>;
  readonly billing: BillingFeature;
  readonly wallet: Pick<WalletFeature, 'wallet'>;
  readonly contentPages: {
    readonly openInnerThread: (caller: SiteCaller, text: string) => Promise<Uuid>;
  };
  readonly jobs: JobQueue;
  readonly rates: RateStore;
  readonly rateLimiter: RateLimiter;
  readonly brake: Brake;
  readonly visitorOf: VisitorOf;
  readonly isGenerousToLoopback: boolean;
  readonly publicUrl: string;
  readonly ageRules: AgeRules;
  readonly ageCheckSettings: AgeCheckSettings;
  /** With the address of this site for callbacks; absent: only configured vendors. */
  readonly sandbox: (SandboxVendors & { readonly siteUrl: string }) | undefined;
}

export type AgeCheckFeature = ReturnType<typeof composeAgeCheck>;

/** Whether somebody may buy at all, in the order of the wire page. @throws as calls of buyers */
const makeRefuseBuyer =
  ({ billing }: Pick<Uses, 'billing'>) =>
  async (caller: SiteCaller): Promise<void> => {
    const { account } = caller;
    await billing.conditions.country(caller, {});
    if (!account) throw new AppError('common.unauthenticated');
    if (account.type === 'model') throw new AppError('billing.model_cannot_buy');
    if (account.complianceStatus === 'pending') throw new AppError('billing.compliance_pending');
  };

/** The rules as they are used; a site that has run by newer ones does not start with older ones. */
const makeUseRules = (rules: AgeRules, releases: ReturnType<typeof makeReleaseStore>) => async () => {
  const digest = createHash('sha256').update(canonicalJson(rules)).digest('hex');
  const used = await releases.use(rules, digest);
  if (used === 'older')
    throw new AgeRulesError(
      `The rules of age checks are release ${rules.number}; this site has used a newer one already`,
    );
  if (used === 'other')
    throw new AgeRulesError(`Release ${rules.number} of the rules of age checks said something else before`);
};

/**
 * Asks the vendors about the next waiting checks, and starts over after the last one: sessions that nobody finishes
 * wait for a week, and must not delay others.
 */
function makeSweep({ store, settle }: Pick<Parts, 'store' | 'settle'>, clock: Kit['clock']) {
  let after: Uuid | null = null;
  return async () => {
    const before = new Date(clock.now() - MINUTE_MS);
    const checks = await store.listOpen(before, after, SWEEP_LIMIT);
    after = checks.length === SWEEP_LIMIT ? checks.at(-1)!.id : null;
    for (const check of checks) await settle.look(check);
  };
}

/** Open checks are asked for, old ones forgotten. */
const makeChores = (clock: Kit['clock'], parts: Parts): readonly Chore[] => [
  {
    failure: 'open age checks could not be asked for',
    everyMs: MINUTE_MS,
    on: 'one',
    run: makeSweep(parts, clock),
  },
  {
    failure: 'old age checks could not be dropped',
    everyMs: DAY_MS,
    on: 'one',
    run: () => parts.store.prune(clock.now()),
  },
  {
    failure: 'proofs of age whose keys are over could not be dropped',
    everyMs: DAY_MS,
    on: 'one',
    run: () => parts.proofs.prune(utcDayOf(clock.now())),
  },
];

/** The parts that decide: the gate, the vendors and what settles a check. */
function composeParts(kit: AgeKit, uses: Uses) {
  const { clock, database } = kit;
  const secret = kit.secretOf('age visits');
  const store = makeAgeCheckStore(database);
  const vendors = openVendors(uses.ageCheckSettings, uses.sandbox);
  const gate = makeAgeGate({ rules: uses.ageRules, store, servedBy: vendors.servedBy, clock, secret });
  const checks = kit.metrics.counter<'method' | 'result'>({
    name: 'klieg_age_checks_total',
    help: 'Checks of age that were decided',
    labelNames: ['method', 'result'],
  });
  const count = (method: AgeMethod, result: Result) => checks.inc({ method, result });
  const settle = makeSettleCheck({
    store,
    vendors: [...vendors.pages, orderVendor(uses.billing.orders)],
    clock,
    feed: kit.feed,
    count,
  });
  const offer = makeAgeOffer({ billing: uses.billing, store: makeAgeOfferStore(database), gate });
  const admit = makeAdmitBeginner({ gate, servedBy: vendors.servedBy });
  const proofs = makeAgeProofStore(database);
  const challenges = makeChallenges(kit.secretOf('age proof'));
  const byProof = { gate, admit, proof: vendors.proof, challenges, store: proofs, clock, count };
  return { store, proofs, vendors, gate, settle, offer, admit, byProof, card: vendors.card, clock };
}

/** The check by card, with its guards. */
const composeCardCheck = (uses: Uses, parts: ReturnType<typeof composeParts>) =>
  makeCheckByCard({
    ...parts,
    billing: uses.billing,
    refuseBuyer: makeRefuseBuyer(uses),
    async refuseNetwork({ network, isLoopback }) {
      if (uses.isGenerousToLoopback && isLoopback) return;
      const now = parts.clock.now();
      const { isAllowed } = await uses.rates.take(`age-card ${network}`, CARDS_A_MINUTE, now);
      if (!isAllowed)
        throw new AppError('compliance.too_many_attempts', { params: { retry_after_seconds: 60 } });
    },
    voidLater: (transactionId) => uses.jobs.enqueue(VOID_JOB, { transactionId }),
    balanceOf: uses.wallet.wallet.spendableOf,
  });

/** Who needs an age check by the rules of their place, the vendors that check, and the outcomes. */
export function composeAgeCheck(kit: AgeKit, uses: Uses) {
  const { jobs, publicUrl, sandbox } = uses;
  const parts = composeParts(kit, uses);
  const { store, vendors, gate, settle, offer, card, clock } = parts;
  const releases = makeReleaseStore(kit.database);
  const callbackBase = sandbox?.siteUrl ?? publicUrl;
  const openThread = uses.contentPages.openInnerThread;
  jobs.expect(VOID_JOB);
  // What a guest has passed, or has begun, counts for the account that they make.
  uses.identity.onJoining(({ visitor, accountId }, within) => store.adopt(visitor, accountId, within));
  return {
    gate,
    isAgeMissing: (caller: SiteCaller) => gate.isMissing(caller, 'watch'),
    /** Whether the rules of their place ask for a check, passed or not. */
    isAsked: (caller: SiteCaller) => gate.demandOf(caller).isRequired,
    conditions: makeAgeCondition(gate, { id: AGE_OFFER_ID, open: offer.open }),
    /** What the answer about oneself says about it. */
    ageOf: makeAgeOfMe({ gate, card, served: vendors.servedBy(null) }),
    start: makeUseRules(uses.ageRules, releases),
    work: () =>
      jobs.work<{ readonly transactionId: string }>(VOID_JOB, async ({ transactionId }) => {
        if (!(await card?.void(transactionId))) throw new Error(`${transactionId} could not be voided`);
      }),
    chores: makeChores(clock, parts),
    routes(app: FastifyInstance) {
      serveCallbacks({ ...uses, store, settle, vendors: vendors.pages })(app);
      if (card) serveCardFields(app, card.scriptOrigins);
      if (vendors.proof) serveProofCourier(app, vendors.proof.browserUrl);
    },
    handlers: {
      ...makeAgeCheckHandlers({
        ...parts,
        openSession: makeOpenSession({
          ...parts,
          callbackUrl: (vendor) => `${callbackBase}${callbackPath(vendor)}`,
        }),
        openLiveCheck: makeOpenLiveCheck({ ...parts, openThread, pendingMs: PENDING_MS }),
        checkByCard: composeCardCheck(uses, parts),
      }),
      ...makeAgeDeskHandlers({
        ...parts,
        releases,
        served: vendors.served,
        auditLog: uses.audit.auditLog,
        database: kit.database,
      }),
    },
  };
}
