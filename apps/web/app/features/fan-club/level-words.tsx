import type { FanLevel } from '@klieg/contract';
import { LevelShape } from '@klieg/ui';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';

/** Lowest first; a higher level has all that a lower one has. */
export const FAN_LEVELS = ['supporter', 'insider', 'legend'] as const satisfies readonly FanLevel[];

export const LEVEL_NAMES: Readonly<Record<FanLevel, MessageDescriptor>> = {
  supporter: msg`Supporter`,
  insider: msg`Insider`,
  legend: msg`Legend`,
};

/** What each level adds to the one below it; only what exists today. */
export const LEVEL_BENEFITS: Readonly<Record<FanLevel, readonly MessageDescriptor[]>> = {
  supporter: [
    msg`Posts for supporters`,
    msg`A bar next to your name in the chat`,
    msg`Messages to members`,
    msg`Message the performer, even when it is members only`,
  ],
  insider: [msg`Everything in Supporter`, msg`Posts for insiders`, msg`Spy on privates for free`],
  legend: [msg`Everything in Insider`, msg`Posts for legends`, msg`The full bar next to your name`],
};

/** The level that a word names. */
export const levelNamed = (word: string | null): FanLevel | undefined =>
  FAN_LEVELS.find((level) => level === word);

/** The shape of a level and its name. */
export function LevelName({ level }: { readonly level: FanLevel }) {
  const { t } = useLingui();
  return (
    <span className="club-level">
      <LevelShape level={`fan-${level}`} />
      <span>{t(LEVEL_NAMES[level])}</span>
    </span>
  );
}
