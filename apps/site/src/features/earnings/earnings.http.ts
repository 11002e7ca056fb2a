import type { callsByFeature } from '@klieg/contract';
import type { AccountId, Clock } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { addDays, type Ledger, RIPE_DAYS, sumOfEarned } from '../ledger/index.ts';
import type { Ripener } from './ripen.ts';

const TOP = 100;
/** Where no other period is asked for. */
const TOP_DAYS = 30;

export const makeEarningsHandlers = (deps: {
  readonly ripener: Pick<Ripener, 'countNow'>;
  readonly ledger: Pick<Ledger, 'listEarned' | 'listTopPayers'>;
  readonly namesOf: (ids: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, string>>;
  readonly clock: Clock;
}): Handlers<(typeof callsByFeature)['earnings'], SiteCaller> => ({
  async getEarnings(_asked, { caller }) {
    const { purses, days, reserves, dueTokens } = await deps.ripener.countNow(caller.account!.id);
    const { tokens, held } = sumOfEarned(purses);
    const ripening = days.map((one) => ({
      payable_from: addDays(one.day, RIPE_DAYS + 1),
      tokens: one.tokens,
    }));
    // Newly ripe tokens move on with the next sweep of all earnings, within the hour.
    const now = dueTokens > 0 ? [{ payable_from: utcDayOf(deps.clock.now()), tokens: dueTokens }] : [];
    return {
      total: tokens,
      ripening: [...now, ...ripening],
      payable: purses.payable.spendable,
      reserve: reserves.map(({ releaseOn, tokens: kept }) => ({ release_on: releaseOn, tokens: kept })),
      promotional: Math.max(0, purses.earning.promotional),
      held,
      owed: Math.max(0, -dueTokens),
    };
  },
  async getEarningStats({ query }, { caller }) {
    const rows = await deps.ledger.listEarned(caller.account!.id, query);
    const sum = (of: (row: (typeof rows)[number]) => number) =>
      rows.reduce((total, row) => total + of(row), 0);
    return {
      columns: ['date', 'kind', 'gross_tokens', 'share_tokens'],
      rows: rows.map(({ date, kind, grossTokens, shareTokens }) => [date, kind, grossTokens, shareTokens]),
      totals: {
        gross_tokens: sum(({ grossTokens }) => grossTokens),
        share_tokens: sum(({ shareTokens }) => shareTokens),
      },
    };
  },
  async listTopPayers({ query }, { caller }) {
    const to = query.to ?? utcDayOf(deps.clock.now());
    const from = query.from ?? addDays(to, 1 - TOP_DAYS);
    const rows = await deps.ledger.listTopPayers(caller.account!.id, { from, to }, TOP);
    const names = await deps.namesOf(rows.map(({ payer }) => payer));
    return {
      items: rows.flatMap(({ payer, tokens }) => {
        const username = names.get(payer);
        return username === undefined ? [] : [{ username, tokens }];
      }),
    };
  },
});
