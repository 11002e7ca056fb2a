import { request } from 'node:http';
import { type Faults, noFaults } from '../faults.ts';
import { makeSendInTurn } from '../send-in-turn.ts';

/** A post as a twin sends it. */
export interface TwinPost {
  readonly url: string;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a twin's post says that the buyer has not paid, for tests of the shop. */
export interface WrongTelling {
  readonly amountCents?: number;
  readonly currency?: string;
}

/** Sends a twin's posts with the faults that are set, and remembers them. */
export interface TwinPosts {
  faults: Faults;
  /** Every post that was sent, forged ones too, oldest first. */
  readonly sent: readonly TwinPost[];
  /** Posts that the shop acknowledged to the byte. */
  readonly acknowledged: readonly TwinPost[];
  /** @param forge the same post as somebody else would send it */
  send(post: TwinPost, forge: (post: TwinPost) => TwinPost): void;
  close(): void;
}

/** An address of this machine that is not the twin's own. */
const STRANGER = '127.0.0.2';

interface Answer {
  readonly status: number;
  readonly body: string;
}

/** Posts from an address of this machine, as the shop sees the sender. */
const deliver = ({ url, contentType, headers, body }: TwinPost, from: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const asked = request(url, {
      method: 'POST',
      localAddress: from,
      agent: false,
      timeout: 10_000,
      headers: { 'content-type': contentType, 'content-length': Buffer.byteLength(body), ...headers },
    });
    asked.once('error', reject);
    asked.once('timeout', () => asked.destroy(new Error('the shop did not answer')));
    asked.once('response', (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (part: string) => (text += part));
      response.once('error', reject);
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    asked.end(body);
  });

/** @param isAcknowledged whether the shop's answer is what this biller wants to hear */
export function makeTwinPosts(isAcknowledged: (body: string) => boolean): TwinPosts {
  const timers = new Set<NodeJS.Timeout>();
  const sent: TwinPost[] = [];
  const acknowledged: TwinPost[] = [];
  const later = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run();
    }, ms);
    timers.add(timer);
  };
  const deliverOnce = async (post: TwinPost, from: string): Promise<void> => {
    try {
      const answer = await deliver(post, from);
      if (answer.status === 200 && isAcknowledged(answer.body)) acknowledged.push(post);
    } catch {
      // The shop is away; a test that wants the post again asks for copies.
    }
  };

  const sendInTurn = makeSendInTurn(later);

  const posts: TwinPosts = {
    faults: noFaults,
    sent,
    acknowledged,
    send(genuine, forge) {
      const { copies, delayMs, isForged, isReordered, isSilent } = posts.faults;
      if (isSilent) return;
      const post = isForged ? forge(genuine) : genuine;
      const go = () => {
        for (let copy = 0; copy < copies; copy++) {
          sent.push(post);
          void deliverOnce(post, isForged ? STRANGER : '127.0.0.1');
        }
      };
      sendInTurn(go, { delayMs, isReordered });
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
  return posts;
}
