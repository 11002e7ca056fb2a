import { createHmac } from 'node:crypto';
import { type Log, uuidv7 } from '@klieg/kernel';
import { type Faults, noFaults } from './faults.ts';
import { makeSendInTurn } from './send-in-turn.ts';

/** An event as it is posted to the shop. */
export interface BillerPost {
  readonly event_id: string;
  readonly type:
    | 'approved'
    | 'declined'
    | 'refunded'
    | 'voided'
    | 'charged_back'
    | 'dispute_won'
    | 'fraud_reported'
    | 'alerted';
  readonly order_id: string;
  readonly transaction_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly decline_code: string | null;
  readonly card: {
    readonly token: string;
    readonly brand: string;
    readonly last4: string;
    readonly expires?: { readonly month: number; readonly year: number };
  } | null;
}

/** Sends signed posts to the shop and repeats those that were not acknowledged. */
export interface Poster {
  faults: Faults;
  send(callbackUrl: string, event: Omit<BillerPost, 'event_id'>): void;
  close(): void;
}

const TRIES = 5;
const ACKNOWLEDGEMENT = 'OK';

export function makePoster(options: { readonly secret: string; readonly log: Log }): Poster {
  const timers = new Set<NodeJS.Timeout>();

  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };

  const deliver = async (url: string, body: string, isForged: boolean, attempt: number): Promise<void> => {
    const time = Date.now();
    const secret = isForged ? 'a key that nobody knows' : options.secret;
    const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-sandbox-signature': `t=${time},v1=${signature}` },
        body,
        signal: AbortSignal.timeout(10_000),
      });
      if (response.ok && (await response.text()) === ACKNOWLEDGEMENT) return;
      if (response.status === 403) return options.log.warn({ status: 403 }, 'the shop refused a post');
    } catch (error) {
      options.log.warn({ err: error, attempt }, 'a post did not arrive');
    }
    if (attempt < TRIES) later(500 * 2 ** attempt, () => void deliver(url, body, isForged, attempt + 1));
  };

  const sendInTurn = makeSendInTurn(later);

  const poster: Poster = {
    faults: noFaults,
    send(callbackUrl, event) {
      const { copies, delayMs, isForged, isReordered, isSilent } = poster.faults;
      if (isSilent) return;
      const body = JSON.stringify({ event_id: uuidv7(), ...event });
      const go = () => {
        for (let copy = 0; copy < copies; copy++) void deliver(callbackUrl, body, isForged, 0);
      };
      sendInTurn(go, { delayMs, isReordered });
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
  return poster;
}
