import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { TwinPosts, WrongTelling } from './twin-posts.ts';

export type Reversal = 'refunded' | 'voided' | 'charged_back' | 'dispute_won';

/** What a bank reports about a payment without reversing it. */
export type Notice = 'fraud_reported' | 'alerted';

/** A local service that speaks a biller's protocol, with faults on demand; no money moves. */
export interface BillerTwin {
  readonly url: string;
  readonly posts: TwinPosts;
  /** What the next posts say wrongly. */
  wrong: WrongTelling;
  /** Calls of the shop's server are cut after they were carried out, as by a network that fails. */
  isDeaf: boolean;
  /** The biller's reason to decline the next charge that the shop's server asks for; empty: it is approved. */
  nextReason: string;
  /** What a bank or the biller's staff does to a payment. */
  reverse(kind: Reversal, transactionId: string, amountCents: number): void;
  /** Reports a payment as fraud, or as about to be disputed; absent: it reports neither. */
  notify?(notice: Notice, transactionId: string, amountCents: number): void;
  /** Its settlement file of everything taken and given back so far; absent: it has none of this form. */
  settlementFile?(): string;
  /** Ids of payments that were taken, oldest first. */
  readonly payments: readonly string[];
  close(): Promise<void>;
}

/** A server for a twin's pages and calls: bodies are text. */
export function makeTwinServer(): FastifyInstance {
  const app = Fastify({ logger: false, bodyLimit: 64 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  return app;
}

/** @returns its address once it listens, only on this machine */
export async function listenTwin(app: FastifyInstance): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

/** The buyer's page of a twin: submitting the form pays, or is declined for the reason in it. */
export const twinPage = (title: string, fields: Readonly<Record<string, string>>): string => {
  const escape = (text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const rows = Object.entries(fields).map(([name, value]) => `<li>${escape(name)}: ${escape(value)}</li>`);
  return `<!doctype html><meta charset="utf-8"><title>${escape(title)}</title><h1>${escape(title)}</h1><ul>${rows.join('')}</ul>
<form method="post"><label>Reason to decline <input name="reason"></label><button>Pay</button></form>`;
};

/** The query behind an address. */
export const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
/** The reason for which the form asks to be declined; empty: it pays. */
export const reasonOf = (body: unknown): string =>
  new URLSearchParams(typeof body === 'string' ? body : '').get('reason') ?? '';

/** `12.34` as cents. */
export const twinCents = (amount: string): number => Math.round(Number(amount) * 100);
/** Cents as `12.34`. */
export const twinAmount = (cents: number): string => (cents / 100).toFixed(2);
