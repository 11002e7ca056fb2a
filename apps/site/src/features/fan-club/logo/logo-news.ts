import type { Payload } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { fact, type FactReader, type Outbox, when } from '#site/platform/events/index.ts';
import type { Transaction } from '#site/platform/postgres/index.ts';
import type { AccountFeed } from '#site/platform/sockets/index.ts';
import type { Account, AccountStore } from '../../identity/index.ts';
import type { RoomHub } from '../../rooms/index.ts';
import type { LogoStore } from './logo-store.ts';

/** Others see another logo of a club, or none any more. */
const logoChanged = fact<{ readonly modelId: AccountId }>('fan_club.logo_changed');

/** What has changed is told once it is committed, also where the node dies in between. */
export interface LogoNews {
  note(within: Transaction, modelId: AccountId): Promise<void>;
  /** After the commit: tells it at once. */
  hurry(): void;
}

export const makeLogoNews = ({ add, nudge }: Pick<Outbox, 'add' | 'nudge'>): LogoNews => ({
  note: (within, modelId) => add(within, logoChanged, { modelId }),
  hurry: nudge,
});

/** Tells members and the room what the club shows now, so that a repeat changes nothing (S2107). */
export function makeLogoReader(deps: {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly store: Pick<LogoStore, 'shownOf'>;
  readonly listReaders: (owner: Account) => Promise<readonly AccountId[]>;
  readonly feed: AccountFeed;
  readonly hub: Pick<RoomHub, 'submit'>;
  readonly now: () => number;
}): FactReader {
  const tell = async ({ modelId }: { readonly modelId: AccountId }, within: Transaction): Promise<void> => {
    const model = await deps.accounts.findById(modelId, within);
    // A closed club shows nothing; once it opens, its page is read as a whole.
    if (!model?.settings.fanclub_enabled) return;
    const shown = await deps.store.shownOf([modelId], within);
    const told: Payload<'v3.fans.logo'> = {
      seq: deps.now(),
      username: model.username,
      logo_url: shown.get(modelId) ?? null,
    };
    for (const id of await deps.listReaders(model)) deps.feed.send(id, 'v3.fans.logo', told);
    void deps.hub.submit(model.username, {
      kind: 'moment',
      name: 'v3.fans.logo',
      variants: { viewers: told },
    });
  };
  return { name: 'fan_club.logo', on: [when(logoChanged, tell)] };
}
