import { type Account, isApprovedModel } from '../identity/index.ts';

/** The model's share of a tip in percent; the platform keeps the rest (S8). */
export const TIP_SHARE_PERCENT = 60;

/** Everything about a tip that can be decided before the ledger is asked (S7, S801). */
export function refuseTip(input: {
  readonly sender: Account;
  readonly receiver: Account;
  readonly isBlockedCountry: (country: string | null) => boolean;
  readonly senderCountry: string | null;
}): string | null {
  const { sender, receiver } = input;
  if (sender.type === 'model') return 'ledger.model_cannot_spend';
  const senderCountries = [input.senderCountry, sender.lastLoginCountry];
  if (senderCountries.some(input.isBlockedCountry)) return 'compliance.tip_geo_block_sender';
  if (input.isBlockedCountry(receiver.countryCode)) return 'compliance.tip_geo_block_receiver';
  return isApprovedModel(receiver) && receiver.suspendedAt === null ? null : 'tipping.target_closed';
}

const PRESETS = [15, 25, 60, 120, 500];

/** Amounts that the tip control offers. */
export const tipPresets = (): number[] => [...PRESETS];
