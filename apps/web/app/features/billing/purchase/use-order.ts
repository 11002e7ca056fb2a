import { useEffect, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { Answer } from '#app/shared/api/answers.ts';

const POLL_MS = 2_000;
const POLLS_MAX = 60;
const OPEN: readonly string[] = ['created', 'sent', 'pending'];

/** True while the biller has not decided. */
export const isOrderOpen = (order: Answer<'getOrder'> | undefined): boolean =>
  order === undefined || OPEN.includes(order.state);

/** An order, asked for every two seconds until it is decided, at most two minutes. */
export function useOrder(orderId: string | undefined): Answer<'getOrder'> | undefined {
  const [order, setOrder] = useState<Answer<'getOrder'>>();
  useEffect(() => {
    if (orderId === undefined) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polls = 0;
    const ask = async () => {
      polls += 1;
      const answer = await lateApi
        .getOrder({ params: { order_id: orderId }, signal: stop.signal })
        .catch(() => undefined);
      if (stop.signal.aborted) return;
      if (answer) setOrder(answer);
      if (isOrderOpen(answer) && polls < POLLS_MAX) timer = setTimeout(() => void ask(), POLL_MS);
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [orderId]);
  return order;
}
