import { useCallback, useEffect, useReducer } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf } from '../../shared/errors/explain-error.ts';
import { reduceSign, type SignFailure } from './sign-state.ts';

const FAILURES: Readonly<Record<string, SignFailure>> = {
  'content_pages.legal_not_found': 'NOT_FOUND',
  'content_pages.sign_failed': 'SIGN_FAILED',
};
const failureOf = (error: unknown): SignFailure => FAILURES[codeOf(error) ?? ''] ?? 'unreachable';

/** Reads the document of a link and signs it. */
export function useSigning(id: string) {
  const [state, step] = useReducer(reduceSign, { kind: 'loading' });
  const read = useCallback(
    async (signal?: AbortSignal, failure?: SignFailure) => {
      try {
        const document = await lateApi.getLegalDocument({ params: { id }, ...(signal && { signal }) });
        if (!signal?.aborted) step({ type: 'loaded', document, ...(failure && { failure }) });
      } catch (error) {
        if (!signal?.aborted) step({ type: 'refused', failure: failure ?? failureOf(error) });
      }
    },
    [id],
  );
  useEffect(() => {
    const stop = new AbortController();
    void read(stop.signal);
    return () => stop.abort();
  }, [read]);
  return {
    state,
    reload: () => {
      step({ type: 'load' });
      void read();
    },
    async sign(signature: string): Promise<void> {
      if (state.kind !== 'loaded') return;
      step({ type: 'sign' });
      try {
        const { secret } = state.document;
        const { signed_at: at, pdf_url: pdfUrl } = await lateApi.signLegalDocument({
          body: { secret, signature },
        });
        step({ type: 'signed', at, pdfUrl });
      } catch (error) {
        const failure = failureOf(error);
        // The answer to an earlier try may have been lost, or another tab was faster: it is signed then. Else the
        // document comes with a fresh secret.
        if (failure === 'SIGN_FAILED') await read(undefined, failure);
        else step({ type: 'refused', failure });
      }
    },
  };
}
