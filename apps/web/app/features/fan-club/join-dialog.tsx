import type { FanClub, FanLevel, FanMembership } from '@klieg/contract';
import { formatAmount, formatDay } from '@klieg/i18n';
import { Avatar, Button, Dialog, FactList, showToast, Switch, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '../../shared/api/late-client.ts';
import { sendSurely } from '../../shared/api/send-surely.ts';
import { codeOf, explainError } from '../../shared/errors/explain-error.ts';
import { meStore, useMember } from '../../shared/me/me-store.ts';
import { followTip, followUpOf } from '../tipping/index.ts';
import { type ChargeNow, chargeNow } from './charge-now.ts';
import { LEVEL_NAMES } from './level-words.tsx';

export interface JoinDialogProps {
  readonly username: string;
  readonly displayName: string;
  readonly club: FanClub;
  readonly level: FanLevel;
  /** Shows what the membership is now. */
  readonly onJoined: (membership: FanMembership) => void;
  /** The price is another one by now, or the club is off. */
  readonly onStale: () => void;
  readonly onClose: () => void;
}

/** What is paid today and later. */
function Charges({
  charge,
  level,
  price,
  isRenewed,
}: {
  readonly isRenewed: boolean;
  readonly charge: ChargeNow;
  readonly level: FanLevel;
  readonly price: number;
}) {
  const { t, i18n } = useLingui();
  const name = t(LEVEL_NAMES[level]);
  const next = formatDay(charge.nextAt, i18n.locale);
  const balance = useMember()?.tokens ?? 0;
  return (
    <FactList
      facts={[
        { label: <Trans>{name}, every 30 days</Trans>, value: <TokenAmount amountTokens={price} /> },
        {
          label:
            charge.kind === 'upgrade' ? (
              <Trans>Charged now, for the time until {next}: about</Trans>
            ) : charge.kind === 'renewal' ? (
              <Trans>Charged now, for the current period</Trans>
            ) : (
              <Trans>Charged now</Trans>
            ),
          value: <TokenAmount amountTokens={charge.tokens} strong />,
        },
        ...(isRenewed
          ? [{ label: <Trans>Next charge, on {next}</Trans>, value: <TokenAmount amountTokens={price} /> }]
          : []),
        ...(balance >= charge.tokens
          ? [
              {
                label: <Trans>Balance after</Trans>,
                value: <TokenAmount amountTokens={balance - charge.tokens} />,
              },
            ]
          : []),
      ]}
    />
  );
}

/** What the button does. */
function PressWords({ charge }: { readonly charge: ChargeNow }) {
  const { i18n } = useLingui();
  const sum = formatAmount(charge.tokens, i18n.locale);
  const day = formatDay(charge.nextAt, i18n.locale);
  if (charge.kind === 'later') return <Trans>Change on {day}</Trans>;
  return charge.kind === 'join' ? <Trans>Join for {sum} tokens</Trans> : <Trans>Pay {sum} tokens</Trans>;
}

/** Asks once before a level is joined or changed, with all that is paid for it. */
export function JoinDialog({
  username,
  displayName,
  club,
  level,
  onJoined,
  onStale,
  onClose,
}: JoinDialogProps) {
  const { t, i18n } = useLingui();
  const { membership, tiers } = club;
  const [autoRenew, setAutoRenew] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const priceOf = (of: FanLevel | undefined) => tiers.find((tier) => tier.level === of)?.price;
  const price = priceOf(level);
  // The level is offered no longer: there is nothing to ask.
  if (price === undefined) return null;
  const charge = chargeNow(membership, level, { price, ownPrice: priceOf(membership?.level) }, openedAt);
  const name = t(LEVEL_NAMES[level]);
  const tell = (error: unknown) => {
    const followUp = followUpOf(error);
    if (followUp.kind !== 'error') return followTip(followUp, i18n, 'fan_club');
    const isPrice = codeOf(error) === 'common.price_changed';
    showToast({
      content: isPrice ? t`The price has changed. Check it, and press again.` : explainError(error, i18n),
      appearance: 'error',
    });
    if (isPrice || codeOf(error)?.startsWith('fan_club.')) {
      onStale();
      onClose();
    }
  };
  const join = async () => {
    setBusy(true);
    try {
      const body = { level, price, auto_renew: autoRenew };
      const answer = await sendSurely(['fan club', username, body, membership?.renews_at], (idempotencyKey) =>
        lateApi.joinFanClub({ params: { username }, body, idempotencyKey }),
      );
      meStore.dispatch({ type: 'balance', tokens: answer.tokens });
      onJoined(answer.membership);
      onClose();
      showToast({
        content:
          charge.kind === 'later'
            ? t`Your level changes with the next period.`
            : t`You are ${name} in the fan club of ${displayName}.`,
        appearance: 'success',
      });
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={charge.kind === 'join' ? <Trans>Join as {name}</Trans> : <Trans>Change to {name}</Trans>}
      onClose={onClose}
      foot={
        <>
          <Button kind="line" onClick={onClose}>
            <Trans>Not now</Trans>
          </Button>
          <span className="grow" />
          <Button kind="key" busy={isBusy} onClick={() => void join()}>
            <PressWords charge={charge} />
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="flex min-w-0 items-center gap-3">
          <Avatar src={club.logo_url} name={displayName} size={40} />
          <b className="truncate">
            <Trans>{displayName} fan club</Trans>
          </b>
        </p>
        <Charges charge={charge} level={level} price={price} isRenewed={autoRenew} />
        {charge.kind === 'later' && (
          <p>
            <Trans>You keep your current level until then.</Trans>
          </p>
        )}
        <Switch
          checked={autoRenew}
          note={
            <Trans>
              We remind you three days before. You can cancel at any time and keep what you have paid for
              until it ends.
            </Trans>
          }
          onChange={(event) => setAutoRenew(event.target.checked)}
        >
          <Trans>Renew every 30 days</Trans>
        </Switch>
        <p className="small text-ink-2">
          <Trans>80% of what you pay goes to {displayName}.</Trans>
        </p>
      </div>
    </Dialog>
  );
}
