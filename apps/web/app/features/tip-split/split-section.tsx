import { formatAmount, formatClock } from '@klieg/i18n';
import { Bar, Button, showToast, Tag, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { explainError } from '../../shared/errors/explain-error.ts';
import { meStore } from '../../shared/me/me-store.ts';
import { openModal } from '../../shared/modal/modal-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { changeSplit, isStale, type SplitAction } from './split-calls.ts';
import { readSplit, type ShownSplit } from './read-split.ts';
import type { SplitPart } from './split-state.ts';
import { tellRefusal } from './tell-refusal.ts';
import './split.css';

/** Its state: the remaining time, or its end. */
function SplitMark({ split: { mode, expiresAt } }: { readonly split: ShownSplit }) {
  const { t } = useLingui();
  const clock = formatClock(useSecondsLeft(mode === 'proposed' ? expiresAt : null));
  if (mode === 'success')
    return (
      <Tag tone="ok">
        <Trans>Paid</Trans>
      </Tag>
    );
  if (mode === 'canceled')
    return (
      <Tag tone="warn">
        <Trans>Canceled</Trans>
      </Tag>
    );
  return (
    <span className="figure small text-ink-2" role="timer" aria-label={t`Time left`}>
      {clock}
    </span>
  );
}

/** The sentence that changes; read out when it does. */
function SplitNote({ split, isOwn }: { readonly split: ShownSplit; readonly isOwn: boolean }) {
  const { i18n } = useLingui();
  const { mode, remaining, target, share, splitters } = split;
  const sum = formatAmount(share * (mode === 'success' ? target : splitters.length), i18n.locale);
  if (mode === 'canceled') return <Trans>Everyone got their tokens back.</Trans>;
  if (mode === 'success') return <Trans>{sum} tokens together.</Trans>;
  const seats = <Plural value={remaining} one="# seat left" other="# seats left" />;
  return isOwn ? (
    <Trans>
      {seats}. {sum} tokens so far, yours when everyone is in.
    </Trans>
  ) : (
    <Trans>{seats}. Nobody pays until everyone is in.</Trans>
  );
}

/** What a press does; the same one is not repeated while it runs. */
function useSplitAction({ part, room, tools, me }: SlotProps<SplitPart>) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState<SplitAction>();
  const { username } = room.user;
  const refused = async (error: unknown) => {
    tellRefusal(error, i18n);
    if (!isStale(error)) return;
    const { seq } = part;
    const state = await lateApi.getTipSplit({ params: { username } });
    tools.dispatch({ name: 'page.tip-split-read', payload: { state, seq } });
  };
  const act = async (action: SplitAction) => {
    const split = readSplit(part.split);
    if (busy === action || !split) return;
    if (me.kind !== 'member') return openModal('signup', { reason: 'tip' });
    setBusy(action);
    try {
      const { tokens } = await changeSplit(lateApi, username, { action, share: split.share });
      if (tokens !== undefined && !room.viewer.is_owner) meStore.dispatch({ type: 'balance', tokens });
    } catch (error) {
      await refused(error).catch((later: unknown) =>
        showToast({ content: explainError(later, i18n), appearance: 'error' }),
      );
    } finally {
      setBusy((now) => (now === action ? undefined : now));
    }
  };
  return { busy, act };
}

/** Joining, withdrawing, and the end for those who may end it. */
function SplitButtons(props: SlotProps<SplitPart> & { readonly split: ShownSplit }) {
  const { split, room, me } = props;
  const { busy, act } = useSplitAction(props);
  const own = me.kind === 'member' ? me.current.user.username : undefined;
  const isIn = own !== undefined && split.splitters.includes(own);
  const isProposer = own !== undefined && split.splitters[0] === own;
  const mayCancel = isProposer || room.viewer.is_owner || room.viewer.can_moderate;
  return (
    <div className="split-buttons">
      {!isIn && !room.viewer.is_owner && (
        <Button
          // The last missing part is the room's main action.
          kind={split.remaining === 1 ? 'key' : 'neutral'}
          busy={busy === 'join'}
          onClick={() => void act('join')}
        >
          <Trans>Join for</Trans> <TokenAmount amountTokens={split.share} />
        </Button>
      )}
      {isIn && !isProposer && (
        <Button kind="line" busy={busy === 'leave'} onClick={() => void act('leave')}>
          <Trans>Withdraw mine</Trans>
        </Button>
      )}
      {mayCancel && (
        <Button kind="line" busy={busy === 'cancel'} onClick={() => void act('cancel')}>
          <Trans>Cancel it</Trans>
        </Button>
      )}
    </div>
  );
}

/** The tip that several give together, as everybody in the room sees it. */
export function SplitSection(props: SlotProps<SplitPart>) {
  const { t } = useLingui();
  const { part, room } = props;
  const split = readSplit(part.split);
  if (!split) return null;
  const { mode, splitters, target, remaining, share, comment } = split;
  const taken = target - remaining;
  return (
    <section className="split" aria-label={t`Tip split`} data-mode={mode}>
      <div className="split-head">
        <span className="label">
          <Trans>Tip split</Trans>
        </span>
        <span className="figure small text-ink-2">
          <Trans>
            <TokenAmount amountTokens={share} /> each
          </Trans>
        </span>
        <span className="grow" />
        <SplitMark split={split} />
      </div>
      {comment && <p className="split-comment">{comment}</p>}
      <Bar percent={(taken / Math.max(1, target)) * 100} label={t`${taken} of ${target} seats are taken`} />
      {splitters.length > 0 && <p className="split-names small text-ink-2">{splitters.join(', ')}</p>}
      <output className="small text-ink-2">
        <SplitNote split={split} isOwn={room.viewer.is_owner} />
      </output>
      {mode === 'proposed' && <SplitButtons {...props} split={split} />}
    </section>
  );
}
