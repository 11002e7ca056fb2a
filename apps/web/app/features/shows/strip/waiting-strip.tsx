import { formatClock } from '@klieg/i18n';
import { Button, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { codeOf } from '#app/shared/errors/explain-error.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { RequestTold, ShowsPart } from '../shows-part.ts';
import { tellRefusal } from '../tell-refusal.ts';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import { Cell, Strip, StripWords } from './strip.tsx';

const ANSWER_SECONDS = 60;

/** The own request is waiting for an answer, while the room continues. */
export function WaitingStrip({
  request,
  room,
  tools,
}: SlotProps<ShowsPart> & { readonly request: RequestTold }) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const seconds = Math.min(ANSWER_SECONDS, useSecondsLeft(request.expires_at));
  const { username, displayName } = room.user;
  const { request_id, cost_per_minute: cost, type } = request;
  const withdraw = async () => {
    setBusy(true);
    try {
      await lateApi.cancelPrivate({ params: { username }, body: { request_id } });
      tools.dispatch({ name: 'page.request-gone', payload: { request_id } });
    } catch (error) {
      setBusy(false);
      // It was answered at the same moment, and the room announces how.
      if (codeOf(error) !== 'shows.request_gone') return tellRefusal(error, i18n);
      tools.dispatch({ name: 'page.request-gone', payload: { request_id } });
    }
  };
  return (
    <Strip
      label={t`Your request`}
      tone="private"
      actions={
        <Button kind="line" size="large" busy={isBusy} onClick={() => void withdraw()}>
          <Trans>Withdraw</Trans>
        </Button>
      }
    >
      <Cell label={<Trans>Time to answer</Trans>}>
        <span className="display" role="timer" aria-label={t`Time to answer`}>
          {formatClock(seconds)}
        </span>
      </Cell>
      {cost !== undefined && (
        <Cell label={type === 'exclusive' ? <Trans>Exclusive</Trans> : <Trans>Per minute</Trans>}>
          <TokenAmount className="display" amountTokens={cost} />
        </Cell>
      )}
      <StripWords title={<Trans>Waiting for {displayName}</Trans>}>
        <Trans>Nothing is charged before your request is accepted. The room stays open for you.</Trans>
      </StripWords>
    </Strip>
  );
}

/** Accepted: the player of the private connects, and nothing is charged before its first picture. */
export function ConnectingStrip({ room }: SlotProps<ShowsPart>) {
  const { t, i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const { username, displayName } = room.user;
  const end = async () => {
    setBusy(true);
    await lateApi.endPrivate({ params: { username }, body: {} }).catch((error: unknown) => {
      tellRefusal(error, i18n);
      setBusy(false);
    });
  };
  return (
    <Strip
      label={t`Private`}
      tone="private"
      actions={
        <Button kind="line" size="large" busy={isBusy} onClick={() => void end()}>
          <Trans>Leave it</Trans>
        </Button>
      }
    >
      <span className="spinner" />
      <StripWords title={<Trans>{displayName} has accepted. Connecting</Trans>}>
        <Trans>Time counts from when the video starts.</Trans>
      </StripWords>
    </Strip>
  );
}
