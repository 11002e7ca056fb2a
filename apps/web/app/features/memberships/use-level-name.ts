import { useLingui } from '@lingui/react/macro';

type Level = 'premium' | 'vip' | 'super_vip';

/** A membership's name as people read it. */
export function useLevelName(): (level: Level) => string {
  const { t } = useLingui();
  return (level) => ({ premium: t`Premium`, vip: t`VIP`, super_vip: t`Super VIP` })[level];
}
