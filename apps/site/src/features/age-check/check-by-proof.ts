import { constants, verify } from 'node:crypto';
import type { AgeDemand, AgeMethod, AnswerOf, Api, InputOf } from '@klieg/contract';
import { proofToken } from '@klieg/contract/features/age-check/proof-token';
import { AppError, type Clock, toInstant } from '@klieg/kernel';
import { sha256 } from '@klieg/kernel/secrets';
import { DAY_MS, utcDayOf } from '@klieg/kernel/time';
import type { SiteCaller } from '../sessions/index.ts';
import type { AgeGate } from './age-gate.ts';
import type { Challenges } from './age-proof-challenge.ts';
import type { AgeProofStore } from './age-proof-store.ts';
import type { Beginner } from './begin-check.ts';
import type { ProofIssuer, ProofKey } from './vendors/proof-issuer.ts';

type Body = InputOf<Api['checkAgeByProof']>['body'];

export interface ProofDeps {
  readonly gate: Pick<AgeGate, 'demandOf'>;
  readonly admit: (caller: SiteCaller, method: AgeMethod) => Promise<Beginner>;
  readonly proof: ProofIssuer | undefined;
  readonly challenges: Challenges;
  readonly store: Pick<AgeProofStore, 'spend'>;
  readonly clock: Clock;
  readonly count: (method: AgeMethod, result: 'passed') => void;
}

/** A proof counts only for one visit, so it is offered where no check may be linked to an account. */
export const takesProof = ({ isRequired, rule }: AgeDemand): boolean =>
  isRequired && rule?.scope === 'session';

/**
 * Somebody who may show a proof, and whose it is. @throws compliance.method_not_allowed, compliance.too_many_attempts
 */
async function admitProof(deps: ProofDeps, caller: SiteCaller, method: AgeMethod) {
  if (!deps.proof || !takesProof(deps.gate.demandOf(caller)))
    throw new AppError('compliance.method_not_allowed');
  return { issuer: deps.proof, ...(await deps.admit(caller, method)) };
}

const unavailable = () =>
  new AppError('compliance.vendor_unavailable', { params: { retry_after_seconds: 60 } });

/** A challenge for the visit, and where the person takes it; we tell the issuer nothing. */
export const makeOpenProof =
  (deps: ProofDeps) =>
  async (caller: SiteCaller, method: AgeMethod): Promise<AnswerOf<Api['openAgeProof']>> => {
    const { issuer, subject } = await admitProof(deps, caller, method);
    const name = await issuer.name();
    if (name === undefined) throw unavailable();
    const { challenge, until } = deps.challenges.make({ subject, method }, deps.clock.now());
    const { browserUrl } = issuer;
    return {
      challenge,
      expires_at: toInstant(until),
      issuer: { name, page_url: `${browserUrl}/`, api_url: browserUrl },
    };
  };

/**
 * Whether the issuer's key has signed a token; that does not tell for whom (RFC 9474: an ordinary RSA-PSS signature).
 */
const isSigned = ({ key }: ProofKey, token: Uint8Array, signature: Uint8Array): boolean =>
  verify('sha384', token, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 48 }, signature);

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
/**
 * A check by a proof that somebody brings from the issuer: signed by a key of today, for this visit, and not shown before.
 * @throws the errors of the call
 */
export const makeCheckByProof =
  (deps: ProofDeps) =>
  async (body: Body, caller: SiteCaller): Promise<AnswerOf<Api['checkAgeByProof']>> => {
    const { method, challenge } = body;
    const { issuer, subject, jurisdiction } = await admitProof(deps, caller, method);
    const now = deps.clock.now();
    if (!deps.challenges.isOf(challenge, { subject, method }, now))
      throw new AppError('compliance.session_unknown');
    const key = await issuer.keyOf(body.key_id);
    if (key === 'away') throw unavailable();
    const token = proofToken(challenge, bytesOf(body.prefix));
    if (!key || now < key.from || !isSigned(key, token, bytesOf(body.signature)))
      throw new AppError('compliance.verification_failed');
    if (now >= key.until) throw new AppError('compliance.proof_closed');
    const day = now - (now % DAY_MS);
    const isFirst = await deps.store.spend({
      digest: sha256(token),
      keyEndsOn: utcDayOf(key.until),
      subject,
      method,
      jurisdiction,
      day,
      // A proof is good for its visit and at the longest until the end of the next day, as its key is.
      endsAt: day + 2 * DAY_MS,
    });
    if (!isFirst) throw new AppError('compliance.proof_closed');
    deps.count(method, 'passed');
    return { state: 'passed', message: 'Your age is verified' };
  };
