import type { Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';
import { exclusivePriceOf } from './private-rules.ts';

export const showsSettings = {
  inRoom: ({
    private_enabled,
    private_cost,
    exclusive_cost,
    private_min_minutes,
    private_recording,
    spy_cost,
    spy_preview_seconds,
  }: Settings) => ({
    private_enabled,
    private_cost,
    // What is kept from before may be less.
    exclusive_cost: exclusivePriceOf({ private_cost, exclusive_cost }),
    private_min_minutes,
    private_recording,
    spy: { enabled: spy_cost > 0, cost: spy_cost, preview_seconds: spy_preview_seconds },
  }),
  refuse({ spy_cost, private_cost, exclusive_cost }, { settings }) {
    // A private that is dearer by now raises the exclusive with it; nobody sets one that costs less.
    if (exclusive_cost !== undefined && exclusive_cost < (private_cost ?? settings.private_cost))
      return 'settings.price_not_allowed';
    // What was kept before says nothing against a change of something else.
    if (spy_cost === undefined && private_cost === undefined) return undefined;
    // To look on costs no more than to be the one who is looked at.
    return (spy_cost ?? settings.spy_cost) > (private_cost ?? settings.private_cost)
      ? 'settings.price_not_allowed'
      : undefined;
  },
} satisfies SettingsPart;
