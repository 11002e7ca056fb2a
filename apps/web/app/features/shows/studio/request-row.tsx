import { formatAmount, formatClock, formatDay } from '@klieg/i18n';
import { Button, Input, Tag, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { lateApi } from '#app/shared/api/late-client.ts';
import { NoteLine } from '#app/features/people/index.ts';
import type { RoomTools } from '#app/shared/room-module/room-module.ts';
import { tellRefusal } from '../tell-refusal.ts';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import type { RequestItem } from './use-requests.ts';

const REASON_MAX = 100;

/** What there was between the two before. */
function History({ history }: Pick<RequestItem, 'history'>) {
  const { i18n } = useLingui();
  const { shows, tokens, last_at: last } = history;
  if (shows === 0) return <Trans>First private with you</Trans>;
  const day = last === null ? '' : formatDay(last, i18n.locale);
  const sum = formatAmount(tokens, i18n.locale);
  return (
    <>
      <Plural value={shows} one="# private before" other="# privates before" />,{' '}
      {day ? (
        <Trans>
          {sum} tokens, last on {day}
        </Trans>
      ) : (
        <Trans>{sum} tokens</Trans>
      )}
    </>
  );
}

/** Accepts, or declines with a word. */
function useAnswer({ request, tools }: RequestRowProps) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState<'accept' | 'decline'>();
  const { request_id, user } = request;
  const params = { id: request_id };
  const answer = async (act: 'accept' | 'decline', reason: string) => {
    if (busy) return;
    setBusy(act);
    try {
      if (act === 'accept') await lateApi.acceptPrivate({ params, body: {} });
      else await lateApi.declinePrivate({ params, body: reason.trim() ? { reason: reason.trim() } : {} });
      if (act === 'accept')
        tools.dispatch({ name: 'page.private-starting', payload: { username: user.username } });
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(undefined);
      tools.dispatch({ name: 'page.request-gone', payload: { request_id } });
    }
  };
  return { busy, answer };
}

/** Declines, optionally with a reason. */
function DeclineForm(props: {
  readonly isBusy: boolean;
  readonly onDecline: (reason: string) => void;
  readonly onBack: () => void;
}) {
  const { t } = useLingui();
  const [reason, setReason] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      method="post"
      className="show-form"
      onSubmit={(event) => {
        event.preventDefault();
        props.onDecline(reason);
      }}
    >
      <Input
        ref={field}
        label={t`Reason, if you like`}
        placeholder={t`Reason, if you like`}
        maxLength={REASON_MAX}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" size="large" busy={props.isBusy}>
        <Trans>Decline</Trans>
      </Button>
      <Button kind="text" size="large" onClick={props.onBack}>
        <Trans>Back</Trans>
      </Button>
    </form>
  );
}

export interface RequestRowProps {
  readonly request: RequestItem;
  readonly tools: Pick<RoomTools, 'dispatch'>;
  /** The one to be answered first has the one key of the page. */
  readonly isFirst: boolean;
}

/** The kind of private, and its extras. */
const Kind = ({ request }: Pick<RequestRowProps, 'request'>) => (
  <>
    {request.type === 'exclusive' ? (
      <Tag tone="info">
        <Trans>Exclusive</Trans>
      </Tag>
    ) : (
      <Tag tone="info">
        <Trans>Private</Trans>
      </Tag>
    )}
    {request.source === 'watch' && (
      <Tag>
        <Trans>Watch together</Trans>
      </Tag>
    )}
    {request.keep_recording && (
      <Tag tone="warn">
        <Trans>The viewer keeps a recording</Trans>
      </Tag>
    )}
  </>
);

/** A request for a private: who, what kind, at which price, earlier shows, and the answer. */
export function RequestRow(props: RequestRowProps) {
  const { request, isFirst } = props;
  const { t } = useLingui();
  const { busy, answer } = useAnswer(props);
  const [isDeclining, setDeclining] = useState(false);
  const seconds = useSecondsLeft(Date.parse(request.expires_at));
  const { user, message, cost_per_minute: cost } = request;
  const { username } = user;
  return (
    <li className="show-request">
      <span className="figure strong text-t3" role="timer" aria-label={t`Time to answer ${username}`}>
        {formatClock(seconds)}
      </span>
      <div className="show-request-words">
        <span className="flex flex-wrap items-center gap-2">
          <b>{username}</b>
          <Kind request={request} />
          <TokenAmount amountTokens={cost} unit={<Trans>/min</Trans>} />
        </span>
        {message && <q>{message}</q>}
        <span className="small text-ink-2">
          <History history={request.history} />
        </span>
        <NoteLine username={username} />
      </div>
      {!isDeclining ? (
        <div className="show-actions">
          <Button
            kind={isFirst ? 'key' : 'neutral'}
            size="large"
            busy={busy === 'accept'}
            aria-label={t`Accept ${username}`}
            onClick={() => void answer('accept', '')}
          >
            <Trans>Accept</Trans>
          </Button>
          <Button
            kind="line"
            size="large"
            aria-label={t`Decline ${username}`}
            onClick={() => setDeclining(true)}
          >
            <Trans>Decline</Trans>
          </Button>
        </div>
      ) : (
        <DeclineForm
          isBusy={busy === 'decline'}
          onDecline={(reason) => void answer('decline', reason)}
          onBack={() => setDeclining(false)}
        />
      )}
    </li>
  );
}
