import type { FanClub, FanLevel, FanMembership } from '@klieg/contract';
import { formatDay } from '@klieg/i18n';
import { Button, Icon, LevelShape, Tag, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { FAN_LEVELS, LEVEL_BENEFITS, LEVEL_NAMES } from './level-words.tsx';

type Tier = FanClub['tiers'][number];

/** Until when the member has the level; if it continues, when the next period is charged. */
function OwnUntil({ membership, day }: { readonly membership: FanMembership; readonly day: string }) {
  if (membership.is_past_due) return <Trans>Due since {day}</Trans>;
  if (!membership.auto_renew || membership.is_shut_out) return <Trans>Yours until {day}</Trans>;
  // The next period is of another level.
  if (membership.next_level !== null) return <Trans>Yours until {day}</Trans>;
  return <Trans>Renews on {day}</Trans>;
}

/** What the button of a level says to this person. */
function Press({
  tier,
  membership,
  isKey,
  onPress,
}: {
  readonly tier: Tier;
  readonly membership: FanMembership | null;
  readonly isKey: boolean;
  readonly onPress: (level: FanLevel) => void;
}) {
  const { t } = useLingui();
  const name = t(LEVEL_NAMES[tier.level]);
  const kind = isKey ? ('key' as const) : undefined;
  const rank = FAN_LEVELS.indexOf(tier.level) - (membership ? FAN_LEVELS.indexOf(membership.level) : -1);
  if (membership?.next_level === tier.level)
    return (
      <p className="small club-press text-ink-2">
        <Trans>Your level from the next period</Trans>
      </p>
    );
  if (membership && rank === 0 && membership.next_level === null) return null;
  return (
    <Button {...(kind && { kind })} className="club-press" onClick={() => onPress(tier.level)}>
      {!membership ? (
        <Trans>Join as {name}</Trans>
      ) : rank > 0 ? (
        <Trans>Go up to {name}</Trans>
      ) : rank === 0 ? (
        <Trans>Stay {name}</Trans>
      ) : (
        <Trans>Go down to {name}</Trans>
      )}
    </Button>
  );
}

/** One level: what it costs and brings, and the way in. */
export function TierModule(props: {
  readonly tier: Tier;
  readonly membership: FanMembership | null;
  readonly isKey: boolean;
  /** Absent for the performer's own club, and where the club has its page elsewhere. */
  readonly onPress?: ((level: FanLevel) => void) | undefined;
  /** The visitor's level, where nothing more of the membership is known. */
  readonly isOwn?: boolean;
  /** Shown below all of it. */
  readonly end?: ReactNode;
}) {
  const { t, i18n } = useLingui();
  const { tier, membership, isKey, onPress } = props;
  const isOwn = props.isOwn ?? membership?.level === tier.level;
  return (
    <section className="module club-tier" data-own={isOwn || undefined}>
      <div className="module-head">
        <LevelShape level={`fan-${tier.level}`} />
        <h2 className="grow text-t3">{t(LEVEL_NAMES[tier.level])}</h2>
        {isOwn && (
          <Tag tone="ok">
            {membership ? (
              <OwnUntil membership={membership} day={formatDay(membership.renews_at, i18n.locale)} />
            ) : (
              <Trans>Yours</Trans>
            )}
          </Tag>
        )}
      </div>
      <p className="flex items-baseline gap-2">
        <TokenAmount amountTokens={tier.price} className="display" />
        <span className="small text-ink-2">
          <Trans>a month</Trans>
        </span>
      </p>
      <ul className="club-benefits">
        {LEVEL_BENEFITS[tier.level].map((benefit) => (
          <li key={benefit.id}>
            <Icon name="check-bold" size={14} />
            {t(benefit)}
          </li>
        ))}
      </ul>
      {onPress && <Press tier={tier} membership={membership} isKey={isKey} onPress={onPress} />}
      {props.end}
    </section>
  );
}
