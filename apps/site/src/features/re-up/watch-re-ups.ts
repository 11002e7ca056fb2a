import { RE_UP_LIMITS } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import type { Notices } from '../../platform/events/index.ts';
import type { Chore } from '../../platform/kit.ts';
import type { AccountFeed, Socket } from '../../platform/sockets/index.ts';
import { balanceChanged } from '../wallet/index.ts';
import { PAGE_MS } from './re-up-rules.ts';
import type { ReUpStore } from './re-up-store.ts';
import type { TendReUp } from './tend-re-up.ts';

const PAGES_MS = 20_000;
const SWEEP_MS = 10_000;

/**
 * Checks people with automatic purchases: at once when they spend, on the node with a page of theirs, and by a sweep,
 * so that a lost notice only delays it. People without a page are left alone.
 */
export function makeWatchReUps(deps: {
  readonly store: ReUpStore;
  readonly tend: TendReUp;
  readonly notices: Pick<Notices, 'on'>;
  readonly feed: Pick<AccountFeed, 'pagesOf'>;
  readonly clock: Clock;
  readonly logged: (what: string) => (error: unknown) => void;
}) {
  const { store, feed, clock } = deps;
  let known: ReadonlySet<AccountId> = new Set();

  const learn = async () => {
    known = new Set(await store.listEnabled());
    const present = [...known].filter((account) => feed.pagesOf(account).length > 0);
    await store.notePages(present, clock.now());
  };
  const stop = deps.notices.on(balanceChanged, ({ accountId, purse, tokens }) => {
    if (purse !== 'spending' || tokens >= RE_UP_LIMITS.below.max || !known.has(accountId)) return;
    if (feed.pagesOf(accountId).length > 0)
      deps.tend(accountId).catch(deps.logged('an automatic purchase was left to the sweep'));
  });
  const chores: readonly Chore[] = [
    { failure: 'pages of automatic purchases could not be noted', everyMs: PAGES_MS, on: 'each', run: learn },
    {
      failure: 'automatic purchases could not be looked at',
      everyMs: SWEEP_MS,
      on: 'one',
      async run() {
        for (const account of await store.listWaiting(clock.now() - PAGE_MS))
          await deps.tend(account).catch(deps.logged('an automatic purchase could not be made'));
      },
    },
  ];
  return {
    /** A page that was let in shows that somebody is there. */
    lobbyPart: {
      async onReady(_socket: Socket, { account }: { readonly account: { readonly id: AccountId } | null }) {
        if (account) await store.notePages([account.id], clock.now());
      },
    },
    /** From now on this node listens for this balance. */
    follow: (account: AccountId) => void (known = new Set([...known, account])),
    chores,
    stop,
  };
}
