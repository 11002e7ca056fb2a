import type { Products } from '@klieg/contract';
import { useEffect, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { PurchaseWishes } from '#app/shared/modal/modal-map.ts';
import { readVisitQuery } from '#app/shared/visit-query.ts';
import { productsAsk } from './products-ask.ts';

/** Packages, loaded once they are wanted. */
export function useProducts(
  isWanted: boolean,
  wishes: PurchaseWishes,
): { readonly products: Products | undefined; readonly hasFailed: boolean; readonly retry: () => void } {
  const [products, setProducts] = useState<Products>();
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState<number>();
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    lateApi
      .listProducts({ body: productsAsk(readVisitQuery(), wishes), signal: stop.signal })
      .then(setProducts, () => !stop.signal.aborted && setFailedAttempt(attempt));
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- a dialog's wishes are those with which it was opened
  }, [isWanted, attempt]);
  return { products, hasFailed: failedAttempt === attempt, retry: () => setAttempt((count) => count + 1) };
}
