import type { AccountId, Clock, Log } from '@klieg/kernel';
import type { Transaction } from '../../platform/postgres/index.ts';
import { CHAIN_START, type ChainPlace, followChain } from './audit-chain.ts';
import type { AuditStore } from './audit-store.ts';

/** Who did something, from where. */
export interface Actor {
  readonly account: { readonly id: AccountId; readonly username: string } | null;
  readonly address: string;
}

/** A logged action. */
export interface Deed {
  /** Such as `orders.refund_asked`. */
  readonly action: string;
  /** Such as `order:0198…`. */
  readonly target: string;
  /** Details given with it. */
  readonly detail?: Readonly<Record<string, string>>;
}

/** A deed as it is kept. */
export interface KeptDeed {
  readonly at: Date;
  readonly actor: string;
  readonly action: string;
  readonly detail: Record<string, string>;
}

/** What staff does, kept for good. */
export interface AuditLog {
  /** Logs a deed in its own transaction: no deed without its entry, and no entry without its deed. */
  note(transaction: Transaction, actor: Actor, deed: Deed): Promise<void>;
  /** When something was last done to a target. */
  lastAt(action: string, target: string): Promise<Date | undefined>;
  /** What was done to a target, newest first. */
  listOf(target: string, limit: number): Promise<KeptDeed[]>;
  /** Reckons the chain again from its beginning. */
  check(): Promise<ChainPlace & { readonly brokenAt: number | null }>;
}

const PAGE = 1_000;

export function makeAuditLog(deps: {
  readonly store: AuditStore;
  readonly clock: Clock;
  readonly log: Log;
}): AuditLog {
  return {
    async note(transaction, { account, address }, { action, target, detail = {} }) {
      const place = await deps.store.add(transaction, {
        at: new Date(deps.clock.now()),
        actorId: account?.id ?? null,
        actor: account?.username ?? 'system',
        action,
        target,
        ip: address,
        detail: JSON.stringify(detail),
      });
      // The log of the machine keeps the end of the chain, so that entries cannot be cut off from it unseen.
      deps.log.info({ action, number: place.number, hash: place.hash.toString('hex') }, 'an audit entry');
    },
    lastAt: deps.store.lastAt,
    async listOf(target, limit) {
      const kept = await deps.store.list({ before: undefined, limit, actor: undefined, target });
      return kept.map(({ at, actor, action, detail }) => ({
        at,
        actor,
        action,
        detail: JSON.parse(detail) as Record<string, string>,
      }));
    },
    async check() {
      let place: ChainPlace = { number: 0, hash: CHAIN_START };
      for (;;) {
        const entries = await deps.store.listAfter(place.number, PAGE);
        const next = followChain(place, entries);
        if ('brokenAt' in next) return { ...place, brokenAt: next.brokenAt };
        place = next;
        if (entries.length < PAGE) return { ...place, brokenAt: null };
      }
    },
  };
}
