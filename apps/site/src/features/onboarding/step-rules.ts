import type { ModelDocument, Onboarding, OnboardingStep } from '@klieg/contract';
import type { IdentityCase, Standing } from './case-store.ts';
import type { RecordKind } from './vault/vault-store.ts';

type Step = Onboarding['steps'][number];

/** What is known about somebody without opening their documents. */
export interface Sent {
  readonly standing: Standing;
  readonly isEmailConfirmed: boolean;
  readonly records: readonly { readonly kind: RecordKind; readonly createdAt: Date }[];
  readonly lastCase: Pick<IdentityCase, 'state' | 'note' | 'reasons' | 'decidedAt'> | undefined;
}

/** How often an application may be corrected; after that only support helps. */
export const CORRECTIONS_MAX = 5;

/** Steps that ask for documents: each a list of ways, each way a list of kinds. */
const DOCUMENTS: Readonly<Partial<Record<OnboardingStep, readonly (readonly ModelDocument[])[]>>> = {
  identity: [['passport'], ['id_front', 'id_back']],
  selfie: [['selfie_with_id']],
  address: [['address_proof']],
  tax: [['tax_form']],
};
/** In the order in which they are shown. */
const STEPS: readonly OnboardingStep[] = [
  'profile',
  'identity',
  'selfie',
  'address',
  'tax',
  'payout',
  'agreement',
];
/** What must be there before a review. Signing submits it; the payout method is asked for later. */
const NEEDED: ReadonlySet<OnboardingStep> = new Set(['profile', 'identity', 'selfie', 'address', 'tax']);

const EXPIRED = 'Your document has expired. Please send a new one.';

const recordsOf = (step: OnboardingStep, { records }: Sent) => {
  const kinds: readonly RecordKind[] = step === 'profile' ? ['person'] : (DOCUMENTS[step] ?? []).flat();
  return records.filter(({ kind }) => kinds.includes(kind));
};

function isGiven(step: OnboardingStep, sent: Sent): boolean {
  const there = new Set(recordsOf(step, sent).map(({ kind }) => kind));
  if (step === 'profile') return there.has('person') && sent.isEmailConfirmed;
  return (DOCUMENTS[step] ?? []).some((way) => way.every((kind) => there.has(kind)));
}

/** Why a step must be redone; null: it need not, or was redone since. */
function refusedFor(step: OnboardingStep, sent: Sent): string | null {
  const { lastCase, standing } = sent;
  if (standing === 'expired') return step === 'identity' && !isGiven(step, sent) ? EXPIRED : null;
  const reason =
    lastCase?.state === 'rejected' && standing === 'rejected' ? lastCase.reasons[step] : undefined;
  if (reason === undefined) return null;
  const decidedAt = lastCase!.decidedAt!;
  return recordsOf(step, sent).some(({ createdAt }) => createdAt > decidedAt) ? null : reason;
}

function stateOf(step: OnboardingStep, sent: Sent): Step['state'] {
  if (step === 'payout') return 'todo';
  if (sent.standing === 'approved') return 'done';
  if (refusedFor(step, sent) !== null) return 'rejected';
  if (step !== 'agreement' && !isGiven(step, sent)) return 'todo';
  if (sent.standing === 'pending') return 'pending';
  return step === 'agreement' ? 'todo' : 'done';
}

/** Every step, with the reason if it must be redone. */
export const stepsOf = (sent: Sent): Step[] =>
  STEPS.map((key) => ({ key, state: stateOf(key, sent), reason: refusedFor(key, sent) }));

/** What is missing before it can be submitted. */
export const missingOf = (sent: Sent): OnboardingStep[] =>
  stepsOf(sent)
    .filter(({ key, state }) => NEEDED.has(key) && (state === 'todo' || state === 'rejected'))
    .map(({ key }) => key);

/** The answer about oneself: its state, and the next step. */
export function applicationOf(sent: Sent): Onboarding['identity_application'] {
  if (sent.standing === 'approved') return null;
  const missing = missingOf(sent);
  return { state: sent.standing, step: missing[0] ?? 'agreement', missing };
}
