import type { Api, ResultOf } from '@klieg/contract';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { readCurrentUser } from '../../shared/session/start-session.ts';
import { useLoaded } from '../../shared/use-loaded.ts';
import { makeProof, type Proof, type ProofRefusal, readCode } from './make-proof.ts';
import { type Courier, openCourier } from './proof-courier.ts';

type Opened = ResultOf<Api['openAgeProof']>;
/** Refusals after which the same proof may be shown again. */
const STAYS_GOOD = new Set(['common.unreachable', 'common.rate_limited', 'common.unavailable']);

const openProof = (method: Proof['method']): Promise<Opened> => lateApi.openAgeProof({ body: { method } });

/** A check by a proof: where the person goes, and what happens with the code that they bring back. */
export function useProofCheck(method: Proof['method'], onPassed: () => void) {
  const { t, i18n } = useLingui();
  const opened = useLoaded<Opened>(`age-proof ${method}`, () => openProof(method));
  const courier = useRef<Courier>(undefined);
  // A signature uses the code up: it is kept until the site has accepted it.
  const made = useRef<{ readonly code: string; readonly proof: Proof }>(undefined);
  const [step, setStep] = useState<'waits' | 'signs' | 'shows'>('waits');
  const [error, setError] = useState<string>();
  useEffect(() => {
    courier.current = openCourier();
    return () => courier.current?.close();
  }, []);
  const words: Readonly<Record<ProofRefusal, string>> = {
    away: t`The service that checks ages is not available. Try again in a moment.`,
    code: t`This code is not valid, was already used, or is older than 15 minutes. Get a new one.`,
    answer: t`The service has not answered with a valid signature. Get a new code and try again.`,
  };
  const proofFor = async (code: string): Promise<Proof | ProofRefusal> => {
    if (made.current?.code === code) return made.current.proof;
    setStep('signs');
    const { challenge } = await openProof(method);
    const proof = await makeProof(courier.current!, { code, challenge, method });
    if (typeof proof !== 'string') made.current = { code, proof };
    return proof;
  };
  const send = async (typed: string) => {
    const code = readCode(typed);
    setError(undefined);
    if (code.length !== 14) return setError(t`A code has twelve characters, such as ABCD-EFGH-JKMN.`);
    try {
      const proof = await proofFor(code);
      if (typeof proof === 'string') setError(words[proof]);
      else {
        setStep('shows');
        await lateApi.checkAgeByProof({ body: proof });
        await readCurrentUser().catch(() => undefined);
        onPassed();
      }
    } catch (thrown) {
      if (!STAYS_GOOD.has(codeOf(thrown) ?? '')) made.current = undefined;
      setError(explainError(thrown, i18n));
    }
    setStep('waits');
  };
  return { opened: opened.state, reload: opened.reload, step, error, send };
}
