import { useCallback, useEffect, useRef, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { CheckStep } from './measure-line.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export type NetworkCheck =
  | { readonly kind: 'off' }
  | { readonly kind: 'running'; readonly step: CheckStep }
  | { readonly kind: 'done'; readonly verdict: Verdict }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * A check of this page's connection. The start of a broadcast aborts it, since it uses all the bandwidth.
 * @param isSending while something is sent, from here or elsewhere
 */
export function useNetworkCheck(isSending: boolean, widthMax: number) {
  const [check, setCheck] = useState<NetworkCheck>({ kind: 'off' });
  const running = useRef<AbortController>(undefined);

  const breakOff = useCallback(() => {
    if (!running.current) return;
    running.current.abort();
    running.current = undefined;
    setCheck({ kind: 'off' });
  }, []);

  useEffect(() => {
    if (isSending) breakOff();
  }, [isSending, breakOff]);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(async () => {
    if (running.current) return;
    const own = new AbortController();
    running.current = own;
    const show = (next: NetworkCheck) => running.current === own && setCheck(next);
    show({ kind: 'running', step: 'connecting' });
    try {
      const { measureLine } = await import('./measure-line.ts');
      const right = await lateApi.startNetworkCheck({ body: {} });
      const measured = await measureLine(right, (step) => show({ kind: 'running', step }), own.signal);
      show({ kind: 'done', verdict: verdictOf(measured, widthMax) });
    } catch (error) {
      show({ kind: 'failed', error });
    }
    if (running.current === own) running.current = undefined;
  }, [widthMax]);

  return { check, start };
}
