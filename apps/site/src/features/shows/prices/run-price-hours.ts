import type { Settings } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { type FactReader, when } from '#site/platform/events/index.ts';
import type { AccountStore } from '../../identity/index.ts';
import { type SaveSettings, settingsSaved } from '../../settings/index.ts';
import { priceThen } from './price-hours.ts';
import type { PriceHoursStore } from './price-hours-store.ts';

/**
 * Weekly hours with a different price for privates. When an hour begins or ends, the setting itself changes, so rooms,
 * cards and lists show the price that is paid, and everybody is told as of any other change (S6). A price that the
 * performer sets by hand meanwhile holds until then.
 */
export interface PriceHoursRun {
  /** Applies due price changes. A repeat, or another node, changes nothing more. */
  lookAtDue(): Promise<void>;
  /** Hours that were changed count at once. */
  readonly factReader: FactReader;
}

const DUE_MAX = 500;

export function makeRunPriceHours(deps: {
  readonly accounts: Pick<AccountStore, 'findById'>;
  readonly store: PriceHoursStore;
  readonly saveSettings: SaveSettings;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly logged: (what: string) => (error: unknown) => void;
}): PriceHoursRun {
  const { store } = deps;

  const lookAt = async (id: AccountId): Promise<void> => {
    const settings = (await deps.accounts.findById(id))?.settings;
    if (!settings?.private_hours) return store.setDue(id, null);
    const { cost, minMinutes, untilMs } = priceThen(settings.private_hours, deps.now());
    // To look on never costs more than the private.
    const next: Partial<Settings> = {
      private_cost: Math.max(cost, settings.spy_cost),
      private_min_minutes: minMinutes,
    };
    const isOther =
      next.private_cost !== settings.private_cost || minMinutes !== settings.private_min_minutes;
    if (isOther) await deps.saveSettings(id, next);
    // A process that dies before this looks again, and finds nothing to change.
    await store.setDue(id, untilMs);
  };

  return {
    async lookAtDue() {
      for (const id of await store.listDue(deps.now(), DUE_MAX))
        await lookAt(id).catch(deps.logged('the price of an hour could not be set'));
    },
    factReader: {
      name: 'shows.price_hours',
      on: [
        when(settingsSaved, async ({ accountId, keys }) => {
          if (keys.includes('private_hours')) await lookAt(accountId);
        }),
      ],
    },
  };
}
