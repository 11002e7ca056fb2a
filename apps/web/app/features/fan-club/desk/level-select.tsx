import type { FanLevel } from '@klieg/contract';
import { Select } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { FAN_LEVELS, LEVEL_NAMES, levelNamed } from '../level-words.tsx';

/** Chooses a level, or all of them if offered. */
export function LevelSelect({
  value,
  all,
  onPick,
}: {
  readonly value: FanLevel | undefined;
  /** Label for no level; absent if one is required. */
  readonly all?: string;
  readonly onPick: (level: FanLevel | undefined) => void;
}) {
  const { t } = useLingui();
  return (
    <Select value={value ?? ''} onChange={(event) => onPick(levelNamed(event.target.value))}>
      {all !== undefined && <option value="">{all}</option>}
      {FAN_LEVELS.map((level) => (
        <option key={level} value={level}>
          {t(LEVEL_NAMES[level])}
        </option>
      ))}
    </Select>
  );
}
