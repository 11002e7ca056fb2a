import type { Products } from '@klieg/contract';
import type { Me } from '#app/shared/me/me-store.ts';
import { isAgeUnverified } from '#app/shared/me/must-verify-age.ts';

/** What a press on "Buy tokens" leads to. */
export type PurchaseStep =
  | 'wait'
  | 'tip-block-notice'
  | 'postpay'
  | 'age-check'
  | 'signup'
  | 'account'
  | 'declined'
  | 'tab'
  | 'purchase';

/** What is known when the checks run. */
export interface PurchaseFacts {
  readonly me: Exclude<Me, { readonly kind: 'unknown' }>;
  /** The person comes from the dialog of a declined card, whose ways on lead to the purchase without it. */
  readonly isRetry: boolean;
  readonly isPhone: boolean;
}

interface Check<F> {
  /** The row of the requirements that it is. */
  readonly id: string;
  readonly step: PurchaseStep;
  readonly applies: (facts: F) => boolean;
}

type KnownFacts = PurchaseFacts & { readonly products: Products };

/** Checks of the person, before anything is loaded; the first that applies decides (machines page, 24). */
export const PERSON_CHECKS: readonly Check<PurchaseFacts>[] = [
  {
    id: 'BILLING-041',
    step: 'tip-block-notice',
    applies: ({ me }) => me.current.user.lastLoginCountryTipBlocked,
  },
  { id: 'BILLING-042', step: 'postpay', applies: ({ me }) => me.current.postpay },
  { id: 'BILLING-043', step: 'age-check', applies: ({ me }) => isAgeUnverified(me.current) },
  { id: 'BILLING-044', step: 'signup', applies: ({ me }) => me.kind === 'guest' },
  {
    id: 'BILLING-068',
    step: 'account',
    applies: ({ me }) => me.current.user.type === 'model' || me.current.user.compliance_status === 'pending',
  },
];

/** Cards that need a sworn statement are only allowed with it. */
const isAffidavitGiven = ({ me, products }: KnownFacts): boolean =>
  !me.current.user.requires_credit_card_affidavit ||
  products.cards.some(({ has_affidavit: isGiven }) => isGiven);

/** Checks of a product, once it is known. */
export const PRODUCT_CHECKS: readonly Check<KnownFacts>[] = [
  {
    id: 'BILLING-047',
    step: 'declined',
    applies: ({ products, isRetry }) => products.declined_reason !== null && !isRetry,
  },
  {
    id: 'BILLING-045',
    step: 'tab',
    applies: (facts) =>
      facts.isPhone &&
      !facts.isRetry &&
      facts.products.oneclick_suggestion !== null &&
      isAffidavitGiven(facts),
  },
  { id: 'BILLING-046', step: 'purchase', applies: () => true },
];

const firstOf = <F>(checks: readonly Check<F>[], facts: F): PurchaseStep | undefined =>
  checks.find(({ applies }) => applies(facts))?.step;

/** The whole order of checks (BILLING-040). Products are asked for when all of the person are passed: then it waits. */
export function purchaseStep(
  me: Me,
  products: Products | undefined,
  { isRetry = false, isPhone = false }: { readonly isRetry?: boolean; readonly isPhone?: boolean } = {},
): PurchaseStep {
  if (me.kind === 'unknown') return 'wait';
  const facts = { me, isRetry, isPhone };
  const step = firstOf(PERSON_CHECKS, facts);
  if (step) return step;
  return products ? firstOf(PRODUCT_CHECKS, { ...facts, products })! : 'wait';
}

/** Whether every check of the person is passed, so that products are asked for. */
export const isPersonChecked = (me: Me): boolean =>
  me.kind !== 'unknown' && firstOf(PERSON_CHECKS, { me, isRetry: false, isPhone: false }) === undefined;
