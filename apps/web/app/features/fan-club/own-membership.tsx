import type { FanLevel, FanMembership } from '@klieg/contract';
import { formatDay } from '@klieg/i18n';
import { Button, FactList, Notice, showToast, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import { LEVEL_NAMES, LevelName } from './level-words.tsx';

export interface OwnMembershipProps {
  readonly username: string;
  readonly membership: FanMembership;
  readonly onChange: (membership: FanMembership) => void;
  /** Opens the member's level, to pay what is due; absent if that is done elsewhere. */
  readonly onPay?: ((level: FanLevel) => void) | undefined;
}

/** The next payment's date, or the end. */
function NextCharge({ membership }: Pick<OwnMembershipProps, 'membership'>) {
  const { t, i18n } = useLingui();
  const { next_level: nextLevel, next_price: price } = membership;
  const day = formatDay(membership.renews_at, i18n.locale);
  if (membership.is_shut_out)
    return membership.is_past_due ? null : (
      <p className="small text-ink-2">
        <Trans>It will not renew on {day} as long as you cannot join this club. Nothing is charged.</Trans>
      </p>
    );
  if (!membership.auto_renew)
    return (
      <p className="small text-ink-2">
        <Trans>Ends on {day}. Nothing more is charged.</Trans>
      </p>
    );
  return (
    <>
      <FactList
        facts={[
          {
            label: <Trans>Next charge</Trans>,
            value: membership.is_past_due ? <Trans>Due since {day}</Trans> : day,
          },
          { label: <Trans>Price, 30 days</Trans>, value: <TokenAmount amountTokens={price} /> },
        ]}
      />
      {nextLevel !== null && (
        <p className="small text-ink-2">
          <Trans>
            From {day} your level is {t(LEVEL_NAMES[nextLevel])}.
          </Trans>
        </p>
      )}
    </>
  );
}

/** Why the next period was not paid. Somebody shut out was not charged, and cannot pay. */
function PastDue({ membership, onPay }: Pick<OwnMembershipProps, 'membership' | 'onPay'>) {
  if (membership.is_shut_out)
    return (
      <Notice tone="warn" title={<Trans>It was not renewed</Trans>}>
        <Trans>
          You cannot join this club now, so nothing was charged. If that does not change within three days,
          the membership ends.
        </Trans>
      </Notice>
    );
  return (
    <Notice
      tone="warn"
      title={<Trans>The renewal could not be paid</Trans>}
      action={
        onPay && (
          <Button size="small" onClick={() => onPay(membership.level)}>
            <Trans>Pay now</Trans>
          </Button>
        )
      }
    >
      <Trans>Add tokens, and we try again once a day, for three days. After that the membership ends.</Trans>
    </Notice>
  );
}

/** Somebody's membership, what comes next, and how to leave it or return. */
export function OwnMembership({ username, membership, onChange, onPay }: OwnMembershipProps) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const change = async (autoRenew: boolean) => {
    setBusy(true);
    try {
      const params = { username };
      const answer = autoRenew
        ? await lateApi.renewFanClub({ params, body: { auto_renew: true } })
        : await lateApi.cancelFanClub({ params, body: {} });
      onChange(answer.membership);
    } catch (error) {
      showToast({ content: explainError(error, i18n), appearance: 'error' });
    } finally {
      setBusy(false);
    }
  };
  const day = formatDay(membership.renews_at, i18n.locale);
  const askToCancel = () =>
    openModal('confirm', {
      title: t`Cancel the membership?`,
      text: t`It ends on ${day}, and nothing more is charged. Until then you keep your benefits, and can resume it.`,
      yes: t`Cancel the membership`,
      no: t`Keep it`,
      onYes: () => void change(false),
    });
  return (
    <section className="module club-own" aria-label={t`Your membership`}>
      <div className="module-head">
        <span className="label grow">
          <Trans>You</Trans>
        </span>
        <b>
          <LevelName level={membership.level} />
        </b>
      </div>
      {membership.is_past_due && <PastDue membership={membership} onPay={onPay} />}
      <NextCharge membership={membership} />
      <div className="flex flex-wrap gap-2">
        {membership.auto_renew ? (
          <Button size="small" kind="line" busy={isBusy} onClick={askToCancel}>
            <Trans>Cancel the membership</Trans>
          </Button>
        ) : (
          <Button size="small" busy={isBusy} onClick={() => void change(true)}>
            <Trans>Resume</Trans>
          </Button>
        )}
      </div>
    </section>
  );
}
