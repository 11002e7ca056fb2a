import type { CurrentUser } from '@klieg/contract';
import { type AccountId, uuidv7 } from '@klieg/kernel';
import { makeBrandHandlers } from '../../features/brand/index.ts';
import { makeIdentityHandlers, makeRegisterAccount } from '../../features/identity/index.ts';
import { makeNotificationsHandlers } from '../../features/notifications/index.ts';
import {
  announceSessionEnded,
  makeSessionsHandlers,
  type SiteCaller,
} from '../../features/sessions/index.ts';
import { makeSettingsHandlers } from '../../features/settings/index.ts';
import { countStuckVideos, makeTrackingHandlers } from '../../features/tracking/index.ts';
import type { Foundation } from './foundation.ts';
import type { Live } from './live.ts';
import type { Messages } from './messages.ts';
import type { Money } from './money.ts';

/** Accounts, sessions, settings, notices, and what the page knows of the site. */
export function composePeople(base: Foundation, money: Money, live: Live, messages: Messages) {
  const { accounts, bus, clock, ledger, log, logins, nodeTokens, notices, rooms, sendCount } = base;
  const { orders } = money;

  const partsOf = async (id: AccountId) => {
    const [balance, earnings, cards, last, following, unread, pm] = await Promise.all([
      ledger.balanceOf(id),
      ledger.earningsOf(id),
      orders.listCards(id),
      orders.lastSucceeded(id),
      rooms.listFollowing(id, 1000),
      notices.countUnread(id),
      messages.summaryOf(id),
    ]);
    return {
      tokens: balance.spendable,
      earnings: earnings.spendable,
      hasPurchase: last !== undefined,
      hasCard: cards.length > 0,
      lastPayment: last
        ? {
            amount: last.amountCents,
            currency: last.currency,
            tokens: last.tokens,
            biller: last.biller,
            at: last.createdAt.toISOString(),
          }
        : null,
      following,
      unreadNotices: unread,
      pm,
    };
  };
  const identityHandlers = makeIdentityHandlers<SiteCaller>({
    accounts,
    registerAccount: makeRegisterAccount({ accounts, clock }),
    openSession: logins.open,
    issueNodeToken: (caller) => nodeTokens.issue(caller, null),
    greet: logins.greet,
    partsOf,
    isTipBlockedCountry: base.isTipBlocked,
    supportContact: base.config.supportEmail,
  });
  base.serve('identity', identityHandlers);
  base.serve(
    'sessions',
    makeSessionsHandlers({
      accounts,
      logins,
      sessions: base.sessions,
      nodeTokens,
      rateLimiter: base.rateLimiter,
      isGenerousToLoopback: base.isDemo,
      announce: (ended) => announceSessionEnded(bus, ended),
      clock,
    }),
  );
  base.serve(
    'settings',
    makeSettingsHandlers({
      accounts,
      setDailyLimit: async (id, tokens) => void (await ledger.setDailyLimit(id, tokens)),
      onChanged(account, changes) {
        live.onSettings(account, changes);
        messages.onSettings(account, changes);
      },
    }),
  );
  base.serve('brand', makeBrandHandlers<SiteCaller>({ greet: logins.greet, configFor: base.siteConfigFor }));
  base.serve('notifications', makeNotificationsHandlers({ notices, sendCount, clock }));
  base.serve(
    'tracking',
    makeTrackingHandlers<SiteCaller>({ log, onStuckVideo: countStuckVideos(base.metrics) }),
  );

  return {
    /** The caller's own account, as its call answers it. */
    currentUser: (caller: SiteCaller): CurrentUser | Promise<CurrentUser> =>
      identityHandlers.getCurrentUser(
        { params: undefined, query: undefined, body: undefined },
        { caller, requestId: uuidv7(), idempotencyKey: undefined, setCookie: () => undefined },
      ),
  };
}
