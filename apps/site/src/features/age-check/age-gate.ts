import { createHmac } from 'node:crypto';
import { type AgeAction, ageAction, type AgeDemand, type CallSpec } from '@klieg/contract';
import { demandAge } from '@klieg/contract/features/age-check/rules';
import { AppError, type Clock } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { Conditions } from '../../platform/http/index.ts';
import { askTogether } from '../../platform/postgres/index.ts';
import { accountKey, guestKey, isApprovedModel, isModel } from '../identity/index.ts';
import { isAllowed } from '../permissions/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import type { AgeCheckStore } from './age-check-store.ts';
import type { AgeRules } from './rules/read-rules.ts';
import { type Standing, standingOf } from './standing-rules.ts';
import type { AgeVendors } from './vendors/open-vendors.ts';

/** Somebody before the rule of the place where they are. */
export interface AgeView {
  readonly demand: AgeDemand;
  readonly standing: Standing;
  /** Whose checks count; undefined for somebody without a cookie, about whom nothing can be known. */
  readonly subject: string | undefined;
}

/** Who needs an age check, and who has passed one. */
export interface AgeGate {
  view(caller: SiteCaller): Promise<AgeView>;
  /** Whether each of these still needs a check before an act, in their order. No query for others. */
  listMissing(callers: readonly SiteCaller[], action?: AgeAction): Promise<readonly boolean[]>;
  isMissing(caller: SiteCaller, action?: AgeAction): Promise<boolean>;
  demandOf(caller: SiteCaller, action?: AgeAction): AgeDemand;
  /** What people see differs by the place where they are, so that no shared cache may keep it. */
  readonly isByPlace: boolean;
}

/** What a caller is in the words of the rules. */
const personOf = ({ account }: SiteCaller) => {
  if (!account) return 'guest';
  if (isAllowed('work_for_house', { account })) return 'staff';
  if (isApprovedModel(account)) return 'approved_model';
  return isModel(account) ? 'model' : 'member';
};

/**
 * Whose checks count for a caller: where the law forbids linking to the account, those of the session. Its id leads to
 * the account, so a keyed digest stands for it: the database without the key does not reveal whose check it is.
 */
function subjectOf(
  { account, guestId, sessionId }: SiteCaller,
  demand: AgeDemand,
  secret: Uint8Array,
): string | undefined {
  if (!account && !guestId) return undefined;
  if (demand.rule?.scope === 'session')
    return `s${createHmac('sha256', secret).update(sessionId).digest('base64url')}`;
  return account ? accountKey(account.id) : guestKey(guestId!);
}

/** What a call of the contract does, in the words of the rules. */
export function actionOfCall(
  { who, conditions = [] }: Pick<CallSpec, 'who' | 'conditions'>,
  path: string,
): AgeAction {
  if (who === 'buyer') return 'buy';
  if (path.startsWith('/sharecam')) return 'camera';
  return conditions.includes('pay') ? 'spend' : 'watch';
}

export function makeAgeGate(deps: {
  readonly rules: AgeRules;
  readonly store: Pick<AgeCheckStore, 'listOf'>;
  readonly servedBy: AgeVendors['servedBy'];
  readonly clock: Clock;
  /** Hides which session a check belongs to. */
  readonly secret: Uint8Array;
}): AgeGate {
  const { rules } = deps.rules;
  const readChecks = askTogether((subjects: readonly string[]) =>
    deps.store.listOf(subjects, deps.clock.now()),
  );

  const demandOf: AgeGate['demandOf'] = (caller, action) => {
    const asked = { place: caller, person: personOf(caller), today: utcDayOf(deps.clock.now()) } as const;
    if (action) return demandAge(rules, { ...asked, action });
    const demands = ageAction.options.map((one) => demandAge(rules, { ...asked, action: one }));
    return demands.find(({ isRequired }) => isRequired) ?? demands[0]!;
  };
  const standingIn = (checks: Parameters<typeof standingOf>[0], demand: AgeDemand) =>
    standingOf(checks, demand, { served: deps.servedBy(demand.rule), now: deps.clock.now() });

  const listMissing: AgeGate['listMissing'] = async (callers, action) => {
    const asked = callers.map((caller) => {
      const demand = demandOf(caller, action);
      return { demand, subject: demand.isRequired ? subjectOf(caller, demand, deps.secret) : undefined };
    });
    const subjects = [...new Set(asked.flatMap(({ subject }) => subject ?? []))];
    const known = new Map(
      subjects.length > 0
        ? (await deps.store.listOf(subjects, deps.clock.now())).map((checks, index) => [
            subjects[index]!,
            checks,
          ])
        : [],
    );
    return asked.map(
      ({ demand, subject }) =>
        demand.isRequired &&
        (subject === undefined || standingIn(known.get(subject) ?? [], demand).state !== 'passed'),
    );
  };

  return {
    demandOf,
    isByPlace: rules.length > 0,
    listMissing,
    async isMissing(caller, action) {
      return (await listMissing([caller], action))[0]!;
    },
    async view(caller) {
      const demand = demandOf(caller);
      const subject = subjectOf(caller, demand, deps.secret);
      const checks = subject && demand.rule ? await readChecks(subject) : [];
      return { demand, subject, standing: standingIn(checks, demand) };
    },
  };
}

/**
 * What calls ask for: a check where the place wants one. The offer that comes with a check by card is open without one.
 * @throws compliance.age_verification_required
 */
export const makeAgeCondition = (
  gate: Pick<AgeGate, 'isMissing'>,
  offer: { readonly id: string; readonly open: (caller: SiteCaller) => Promise<void> },
): Conditions<'av', SiteCaller> => ({
  async av(caller, params, call) {
    if (params['internal_id'] === offer.id) return offer.open(caller);
    const action = call && actionOfCall(call, call.route[1]);
    if (await gate.isMissing(caller, action)) throw new AppError('compliance.age_verification_required');
  },
});
