import type { AgeMethod, callsByFeature } from '@klieg/contract';
import { AppError, toInstant, type Uuid } from '@klieg/kernel';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AgeCheckStore } from './age-check-store.ts';
import type { AgeGate } from './age-gate.ts';
import type { AgeOffer } from './age-offer.ts';
import type { Beginner } from './begin-check.ts';
import type { CardForm } from './card-form-rules.ts';
import { makeCheckByProof, makeOpenProof, type ProofDeps, takesProof } from './check-by-proof.ts';
import type { SettleCheck } from './settle-check.ts';
import type { CardVendor } from './vendors/vendor-port.ts';

type Calls = (typeof callsByFeature)['age-check'];
type OwnCalls = Exclude<keyof Calls, 'listJurisdictions' | 'listLiveChecks' | 'decideLiveCheck'>;

const OFFER_TEXT = '$10.99 for 300 tokens, 69% off';
/** What the browser is told when it returns from a vendor. */
const sentences = {
  passed: 'Your age is verified',
  failed: 'Verification failed',
  pending: 'Your verification is being looked at',
  none: 'The verification was not finished',
} as const;

/** The caller's checks. */
export function makeAgeCheckHandlers(deps: {
  readonly gate: Pick<AgeGate, 'view'>;
  readonly store: Pick<AgeCheckStore, 'findOwn'>;
  readonly settle: Pick<SettleCheck, 'look'>;
  readonly offer: Pick<AgeOffer, 'read' | 'link'>;
  readonly admit: (caller: SiteCaller, method: AgeMethod) => Promise<Beginner>;
  readonly card: CardVendor | undefined;
  readonly openSession: (
    caller: SiteCaller,
    method: AgeMethod,
  ) => Promise<{ readonly url: string; readonly expires_at: string }>;
  readonly openLiveCheck: (caller: SiteCaller) => Promise<Uuid>;
  readonly byProof: ProofDeps;
  readonly checkByCard: (
    form: CardForm,
    caller: SiteCaller,
  ) => ReturnType<Handlers<Calls, SiteCaller>['checkAgeByCard']>;
}): Pick<Handlers<Calls, SiteCaller>, OwnCalls> {
  const { gate } = deps;
  const openProof = makeOpenProof(deps.byProof);
  const checkByProof = makeCheckByProof(deps.byProof);
  return {
    async getAgeCheck(_input, { caller }) {
      const { demand, standing } = await gate.view(caller);
      const offer = standing.allowed.includes('card') ? await deps.offer.read() : null;
      return {
        required: demand.isRequired,
        state: standing.state,
        attempts: standing.attempts,
        jurisdiction: demand.rule?.place ?? null,
        allowed: [...standing.allowed],
        offer: offer && { ...offer, text: OFFER_TEXT },
        failed: standing.state !== 'passed' && standing.attempts > 0,
        valid_until: standing.validUntil === null ? null : toInstant(standing.validUntil),
        locked_until: standing.lockedUntil === null ? null : toInstant(standing.lockedUntil),
        thread_id: standing.threadId,
        has_proof: deps.byProof.proof !== undefined && takesProof(demand),
      };
    },
    getAgeOffer: () => deps.offer.link(),
    async openCardFields(_input, { caller }) {
      await deps.admit(caller, 'card');
      const grant = await deps.card?.openFields();
      if (!grant)
        throw new AppError('compliance.vendor_unavailable', { params: { retry_after_seconds: 60 } });
      return {
        access_token: grant.accessToken,
        token_type: 'Bearer',
        expires_in: grant.expiresSeconds,
        client_accnum: grant.account,
        client_subacc: grant.subaccount,
        script_url: grant.scriptUrl,
      };
    },
    checkAgeByCard: ({ body }, { caller }) => deps.checkByCard(body, caller),
    openAgeEstimation: (_input, { caller }) => deps.openSession(caller, 'face_scan'),
    openAgeVerification: (_input, { caller }) => deps.openSession(caller, 'id_verification'),
    openYoti: ({ query }, { caller }) =>
      deps.openSession(caller, query.type === 'TYPE_DOC_SCAN' ? 'id_check' : 'digital_id'),
    openAgeProof: ({ body }, { caller }) => openProof(caller, body.method),
    checkAgeByProof: ({ body }, { caller }) => checkByProof(body, caller),
    async openLiveCheck(_input, { caller }) {
      return { status: 1, thread_id: await deps.openLiveCheck(caller), state: 'pending' };
    },
    async returnFromAgeCheck({ body }, { caller }) {
      const { subject } = await gate.view(caller);
      const own = subject && (await deps.store.findOwn(subject, body.session));
      if (!own) throw new AppError('compliance.session_unknown');
      if (own.state === 'open' || own.state === 'pending') await deps.settle.look(own);
      const now = (await deps.store.findOwn(subject, own.id))?.state;
      const state = now === 'passed' || now === 'failed' ? now : now === 'expired' ? 'none' : 'pending';
      return { state, message: sentences[state] };
    },
  };
}
