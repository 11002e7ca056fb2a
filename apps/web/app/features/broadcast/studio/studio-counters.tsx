import { formatCount } from '@klieg/i18n';
import { TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useSecondsSince } from './use-seconds-since.ts';

export interface StudioCountersProps {
  readonly viewers: number;
  readonly earnedTokens: number;
  /** When the broadcast began, in Unix milliseconds; undefined while off air. */
  readonly since: number | undefined;
  /** Further figures. */
  readonly children?: ReactNode;
}

const HOUR = 3_600;
/** Below this a rate by the hour would only be noise. */
const RATE_AFTER_SECONDS = 300;

/** Viewers, earnings of this stream, and earnings per hour. */
export function StudioCounters({ viewers, earnedTokens, since, children }: StudioCountersProps) {
  const onAirSeconds = useSecondsSince(since);
  const { i18n } = useLingui();
  const perHour =
    onAirSeconds >= RATE_AFTER_SECONDS ? Math.round((earnedTokens / onAirSeconds) * HOUR) : undefined;
  return (
    <div className="rack studio-counters">
      <div>
        <span className="label">
          <Trans>Viewers</Trans>
        </span>
        <span className="display">{formatCount(viewers, i18n.locale)}</span>
      </div>
      <div>
        <span className="label">
          <Trans>This stream</Trans>
        </span>
        <TokenAmount amountTokens={earnedTokens} className="display" />
      </div>
      <div>
        <span className="label">
          <Trans>Per hour</Trans>
        </span>
        {perHour === undefined ? (
          <span className="display text-ink-3">–</span>
        ) : (
          <TokenAmount amountTokens={perHour} className="display" />
        )}
      </div>
      {children}
    </div>
  );
}
