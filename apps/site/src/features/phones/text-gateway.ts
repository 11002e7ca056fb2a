import { createHmac } from 'node:crypto';
import type { Log, Uuid } from '@klieg/kernel';
import type { SmsSettings } from './sms-settings.ts';

export interface TextMessage {
  /** The same for each try of one message, so that a gateway that recognises it sends it once. */
  readonly id: Uuid;
  /** E.164. */
  readonly to: string;
  readonly text: string;
}

/** Sends a text message. A rejection means that it is to be tried again. */
export type SendText = (message: TextMessage) => Promise<void>;

/** A text that the demo's twin has taken. */
export interface KeptText {
  readonly to: string;
  readonly text: string;
  readonly at: string;
}

export interface TextGateway {
  readonly send: SendText;
  /** Those of the demo, newest first; absent where messages really go out. */
  readonly listKept?: () => Promise<readonly KeptText[]>;
}

/** A gateway silent for this long counts as not having accepted the message. */
const WAIT_MS = 10_000;
/** Answers that say that this message will never be taken, such as one to a number that does not exist. */
const REFUSED: ReadonlySet<number> = new Set([400, 422]);

const headersOf = ({ token }: SmsSettings) => ({ authorization: `Bearer ${token}` });

/** A gateway that is posted to, as docs/wire/sms.md describes it. @param waitMs shorter in tests */
export const makeHttpGateway =
  (settings: SmsSettings, log: Log, waitMs = WAIT_MS): SendText =>
  async ({ id, to, text }) => {
    const answer = await fetch(settings.url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(waitMs),
      headers: { ...headersOf(settings), 'content-type': 'application/json', 'idempotency-key': id },
      body: JSON.stringify({ from: settings.from, to, text }),
    });
    await answer.body?.cancel();
    if (answer.ok) return;
    if (!REFUSED.has(answer.status)) throw new Error(`the gateway for texts answered ${answer.status}`);
    // Number and text stay out of the log.
    log.warn({ status: answer.status, message: id }, 'the gateway refused a text message');
  };

/** The status that the gateway answers without being sent a message. @throws where it cannot be reached */
export async function verifyTextGateway(settings: SmsSettings): Promise<number> {
  const answer = await fetch(settings.url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(WAIT_MS),
    headers: headersOf(settings),
  });
  return answer.status;
}

/** The demo's twin of a gateway: spoken to like a real one, but what it takes can be read. */
function openTwin(sandbox: { readonly serverUrl: string; readonly secret: string }, log: Log): TextGateway {
  const settings = {
    url: `${sandbox.serverUrl}/twins/sms/messages`,
    token: createHmac('sha256', sandbox.secret).update('sms token').digest('hex'),
    from: 'Klieg',
  };
  return {
    send: makeHttpGateway(settings, log),
    async listKept() {
      const answer = await fetch(settings.url, {
        headers: headersOf(settings),
        signal: AbortSignal.timeout(WAIT_MS),
      });
      return ((await answer.json()) as { readonly items: readonly KeptText[] }).items;
    },
  };
}

/** The configured gateway; in a demo without one, its twin. Undefined: no text messages are sent. */
export function openTextGateway(
  settings: SmsSettings | undefined,
  sandbox: Parameters<typeof openTwin>[0] | undefined,
  log: Log,
): TextGateway | undefined {
  if (settings) return { send: makeHttpGateway(settings, log) };
  return sandbox && openTwin(sandbox, log);
}
