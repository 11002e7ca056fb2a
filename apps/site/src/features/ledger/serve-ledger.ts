import type { AccountId } from '@klieg/kernel';
import type { Kit } from '../../platform/kit.ts';
import type { LedgerFeature } from './compose.ts';
import { type KnownLimits, type LedgerCaller, makeLedgerHandlers, type Named } from './ledger.http.ts';
import { makeReadAbouts, type MediaNamesOf } from './reads/present-about.ts';

/** The statement and the trace of each line; served once names of people and media can be looked up. */
export const serveLedger = <C extends LedgerCaller>(
  { clock }: Pick<Kit, 'clock'>,
  uses: {
    readonly ledger: LedgerFeature;
    readonly identity: {
      readonly accounts: {
        listByIds(ids: readonly AccountId[]): Promise<readonly (Named & { readonly id: AccountId })[]>;
      };
    };
    readonly mediaNamesOf: MediaNamesOf;
    readonly siteNameOf: (caller: C) => string;
  } & KnownLimits,
) => ({
  handlers: makeLedgerHandlers<C>({
    ledger: uses.ledger.ledger,
    namesOf: async (ids) => {
      const accounts = await uses.identity.accounts.listByIds([...new Set(ids)]);
      return new Map(accounts.map(({ id, username, displayName }) => [id, { username, displayName }]));
    },
    purchaseLimitCentsOf: uses.purchaseLimitCentsOf,
    boughtTodayCents: uses.boughtTodayCents,
    limitRaise: uses.limitRaise,
    readAbouts: makeReadAbouts({
      aboutOf: uses.ledger.ledger.aboutOf,
      mediaNamesOf: uses.mediaNamesOf,
    }),
    siteNameOf: uses.siteNameOf,
    clock,
  }),
});
