import type { Settings } from '@klieg/contract';
import { type Clock, toInstant } from '@klieg/kernel';
import type { SettingsPart } from '../identity/index.ts';
import { priceThen } from './prices/price-hours.ts';
import { exclusivePriceOf } from './privates/private-rules.ts';

const untilOf = (hours: Settings['private_hours'], now: number): string | null => {
  const untilMs = hours && priceThen(hours, now).untilMs;
  return untilMs === null ? null : toInstant(new Date(untilMs));
};

/** What rooms show of the prices of shows, and which may not be. */
export const makeShowsSettings = ({ clock }: { readonly clock: Clock }) =>
  ({
    inRoom: ({
      private_enabled,
      private_cost,
      exclusive_cost,
      private_min_minutes,
      private_hours,
      private_recording,
      spy_cost,
      spy_preview_seconds,
    }: Settings) => ({
      private_enabled,
      private_cost,
      // A price stored earlier may be below the minimum.
      exclusive_cost: exclusivePriceOf({ private_cost, exclusive_cost }),
      private_min_minutes,
      private_until: untilOf(private_hours, clock.now()),
      private_recording,
      spy: { enabled: spy_cost > 0, cost: spy_cost, preview_seconds: spy_preview_seconds },
    }),
    refuse({ spy_cost, private_cost, exclusive_cost }, { settings }) {
      // A private that is dearer by now raises the exclusive with it; nobody sets one that costs less.
      if (exclusive_cost !== undefined && exclusive_cost < (private_cost ?? settings.private_cost))
        return 'settings.price_not_allowed';
      // An earlier stored price does not block changes of other settings.
      if (spy_cost === undefined && private_cost === undefined) return undefined;
      // Spying costs no more than the private itself.
      return (spy_cost ?? settings.spy_cost) > (private_cost ?? settings.private_cost)
        ? 'settings.price_not_allowed'
        : undefined;
    },
  }) satisfies SettingsPart;
