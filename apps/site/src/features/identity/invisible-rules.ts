import type { Account } from './account.ts';

/** How hidden somebody is in rooms: 0 visible … 3 staff on duty (filter F2). */
export type InvisibleLevel = 0 | 1 | 2 | 3;

/** The highest level that a membership may choose: VIP 1, super VIP 2 (S3205). */
export function invisibleLevelMax(membership: Account['membership']): 0 | 1 | 2 {
  switch (membership) {
    case 'super_vip':
      return 2;
    case 'vip':
      return 1;
    default:
      return 0;
  }
}

/** The chosen level, as far as the membership still allows it. */
export const chosenInvisibleLevel = ({ membership, settings }: Pick<Account, 'membership' | 'settings'>) =>
  Math.min(settings.invisible_mode_level, invisibleLevelMax(membership)) as 0 | 1 | 2;
