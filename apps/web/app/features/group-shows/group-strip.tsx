import { formatAmount, formatClock } from '@klieg/i18n';
import { Button, IconButton, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { sendSurely } from '../../shared/api/send-surely.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { Cell, Strip, StripWords } from '../shows/index.ts';
import type { GroupPart, GroupResult, GroupTold } from './group-part.ts';
import { tellRefusal } from './tell-refusal.ts';
import { timeOf } from './time-of.ts';

type Props = SlotProps<GroupPart>;

/** The press that joins or leaves, and what a refusal means for the display. */
function usePressing({ room, me, tools }: Props, told: GroupTold) {
  const { i18n } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const params = { username: room.user.username };
  const readAgain = async () => {
    const { groupShow } = await lateApi.getGroupShow({ params });
    tools.dispatch({ name: 'page.group-told', payload: groupShow });
  };
  const join = async () => {
    const body = { cost_per_minute: told.cost_per_minute };
    const answer = await sendSurely(['group show', params, body], (idempotencyKey) =>
      lateApi.joinGroupShow({ params, body, idempotencyKey }),
    );
    tools.dispatch({ name: 'page.group-told', payload: answer.groupShow });
  };
  const press = async (what: 'join' | 'leave') => {
    if (me.kind !== 'member') return openModal('signup', {});
    if (isBusy) return;
    setBusy(true);
    try {
      if (what === 'join') await join();
      else await lateApi.leaveGroupShow({ params, body: {} });
    } catch (error) {
      tellRefusal(error, i18n);
      await readAgain().catch(() => undefined);
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, press };
}

/** How many are in, of how many it takes. */
function People({ told }: { readonly told: GroupTold }) {
  const { i18n } = useLingui();
  const has = formatAmount(told.joined, i18n.locale);
  const needs = formatAmount(told.min_people, i18n.locale);
  return (
    <Cell label={told.status === 'running' ? <Trans>Inside</Trans> : <Trans>Joined</Trans>}>
      <b className="display">
        {told.status === 'running' ? (
          has
        ) : (
          <Trans>
            {has} of {needs}
          </Trans>
        )}
      </b>
    </Cell>
  );
}

/** What holds of money and time, in sentences. */
function Terms({ told, isInside }: { readonly told: GroupTold; readonly isInside: boolean }) {
  const { i18n } = useLingui();
  const most = told.max_people ? formatAmount(told.max_people, i18n.locale) : null;
  const fewSeconds = useSecondsLeft(timeOf(told.few_until));
  return (
    <p className="show-row small">
      <span>
        {isInside ? (
          <Trans>You pay for the seconds that you get, and can leave at any time.</Trans>
        ) : told.status === 'running' ? (
          <Trans>Two minutes are held, and what you do not get of them is returned.</Trans>
        ) : (
          <Trans>
            Nothing is held before it starts. Then each pays for the seconds they get; you need enough for two
            minutes.
          </Trans>
        )}{' '}
        {told.few_until ? (
          <Plural
            value={fewSeconds}
            one="Too few people are left: it ends in # second."
            other="Too few people are left: it ends in # seconds."
          />
        ) : told.if_few === 'ends' ? (
          <Trans>It ends after a minute with too few people.</Trans>
        ) : (
          <Trans>It continues when people leave.</Trans>
        )}{' '}
        {most !== null && <Trans>At most {most} people.</Trans>}{' '}
        {!told.late_joiners && !isInside && <Trans>Nobody can join once it runs.</Trans>}
      </span>
    </p>
  );
}

/** The one button: join, leave the list, leave the show. */
function Press(props: Props & { readonly told: GroupTold; readonly isInside: boolean }) {
  const { told, isInside } = props;
  const { isBusy, press } = usePressing(props, told);
  if (told.is_in)
    return (
      <Button kind="line" size="large" busy={isBusy} onClick={() => void press('leave')}>
        {isInside ? <Trans>Leave the show</Trans> : <Trans>Leave the list</Trans>}
      </Button>
    );
  const isFull = Boolean(told.max_people) && told.joined >= told.max_people!;
  if (isFull || (told.status === 'running' && !told.late_joiners))
    return (
      <span className="text-ink-2">
        {isFull ? <Trans>The group is full</Trans> : <Trans>Closed to new people</Trans>}
      </span>
    );
  return (
    <Button kind="key" size="large" busy={isBusy} onClick={() => void press('join')}>
      <Trans>
        Join for <TokenAmount amountTokens={told.cost_per_minute} unit={<Trans>/min</Trans>} />
      </Trans>
    </Button>
  );
}

/** The phase: waiting, counting down, or the caller's time inside. */
function Stage({ told, isInside, part }: Props & { readonly told: GroupTold; readonly isInside: boolean }) {
  const seconds = useSecondsLeft(timeOf(told.starts_at));
  if (isInside)
    return (
      <>
        <Cell label={<Trans>Your time</Trans>}>
          <b className="display">{formatClock(part.tick?.seconds ?? 0)}</b>
        </Cell>
        <Cell label={<Trans>Paid</Trans>}>
          <span className="display">
            <TokenAmount amountTokens={part.tick?.tokens_charged ?? 0} />
          </span>
        </Cell>
      </>
    );
  return (
    <Cell label={told.status === 'counting' ? <Trans>Starts in</Trans> : <Trans>Group show</Trans>}>
      <b className="display">
        {told.status === 'counting' ? (
          formatClock(seconds)
        ) : told.status === 'running' ? (
          <Trans>On now</Trans>
        ) : (
          <Trans>Waiting</Trans>
        )}
      </b>
    </Cell>
  );
}

/** The show that is offered or runs: how many, for how much, and the press. */
function Open(props: Props & { readonly told: GroupTold }) {
  const { t } = useLingui();
  const { told } = props;
  const isInside = told.status === 'running' && told.is_in === true;
  return (
    <Strip
      label={t`Group show`}
      tone="ticket"
      actions={<Press {...props} isInside={isInside} />}
      foot={<Terms told={told} isInside={isInside} />}
    >
      <Stage {...props} isInside={isInside} />
      {!isInside && (
        <Cell label={<Trans>Each pays</Trans>}>
          <span className="display">
            <TokenAmount amountTokens={told.cost_per_minute} unit={<Trans>/min</Trans>} />
          </span>
        </Cell>
      )}
      <People told={told} />
    </Strip>
  );
}

/** Why it has ended for this person. */
function Why({ reason }: Pick<GroupResult, 'reason'>) {
  switch (reason) {
    case 'left':
      return <Trans>You have left the group show</Trans>;
    case 'no_tokens':
      return <Trans>You did not have enough tokens for the group show</Trans>;
    case 'no_picture':
      return <Trans>No video reached you in the group show</Trans>;
    case 'removed':
      return <Trans>You are no longer in the group show</Trans>;
    case 'too_few':
      return <Trans>The group show has ended: too few people were left</Trans>;
    default:
      return <Trans>The group show has ended</Trans>;
  }
}

/** How the caller's time has ended, with its cost; shown until read. */
function Result({ result, tools }: Props & { readonly result: GroupResult }) {
  const { t } = useLingui();
  const clock = formatClock(result.seconds);
  return (
    <Strip
      label={t`Your group show`}
      tone="plain"
      actions={
        <IconButton
          icon="x"
          label={t`Close`}
          onClick={() => tools.dispatch({ name: 'page.group-read', payload: {} })}
        />
      }
    >
      <StripWords title={<Why reason={result.reason} />}>
        {result.seconds > 0 ? (
          <Trans>
            You paid <TokenAmount amountTokens={result.tokens_charged} /> for {clock}.
          </Trans>
        ) : (
          <Trans>Nothing was charged.</Trans>
        )}
      </StripWords>
    </Strip>
  );
}

/** The group show of the room, below the picture. */
export default function GroupStrip(props: Props) {
  const { told, result } = props.part;
  return (
    <>
      {result && <Result {...props} result={result} />}
      {told && <Open {...props} told={told} />}
    </>
  );
}
