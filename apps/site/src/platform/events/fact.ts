import type { Transaction } from '../postgres/index.ts';

/**
 * Something that became true and must have its effects, for example that a room went live. It is written in
 * the transaction that made it true; each reader gets it once, in order, also after a crash.
 */
export interface Fact<P extends object> {
  /** Dotted, past tense: `broadcast.went_live`. Stored, so it never changes its meaning. */
  readonly name: string;
  /** Only for the compiler. */
  readonly payload?: P;
}

/** Declares a fact; the feature that owns it exports it. The payload is stored as JSON. */
export const fact = <P extends object>(name: string): Fact<P> => ({ name });

/** What a reader does with one kind of fact. */
export interface FactHandler {
  readonly name: string;
  readonly handle: (payload: object, transaction: Transaction) => Promise<void>;
}

/**
 * Binds a handler to a fact. It changes the database only through the transaction, so that its effects and the reader's
 * position are saved together; other effects must tolerate a repeat.
 */
export const when = <P extends object>(
  what: Fact<P>,
  handle: (payload: P, transaction: Transaction) => Promise<void>,
): FactHandler => ({ name: what.name, handle: (payload, transaction) => handle(payload as P, transaction) });
