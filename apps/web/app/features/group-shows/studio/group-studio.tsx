import { formatAmount, formatClock } from '@klieg/i18n';
import { Button, showToast, TokenAmount } from '@klieg/ui';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { GroupPart, GroupTold } from '../group-part.ts';
import { tellRefusal } from '../tell-refusal.ts';
import { timeOf } from '../time-of.ts';
import { AskOnce } from '#app/features/shows/index.ts';
import { lateApi } from '#app/shared/api/late-client.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import '../group-shows.css';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import { GroupForm } from './group-form.tsx';

type Press = 'cancel' | 'end';

/** The presses of the performer; what follows from them comes by the room's socket. */
function useRunning() {
  const { t, i18n } = useLingui();
  const [busy, setBusy] = useState<Press>();
  const run = async (press: Press) => {
    setBusy(press);
    try {
      if (press === 'cancel') await lateApi.cancelGroupShow({ body: {} });
      else {
        const { tokens_charged: tokens } = await lateApi.endGroupShow({ body: {} });
        const paid = formatAmount(tokens, i18n.locale);
        showToast({
          content: t`The show has ended. Your viewers paid ${paid} tokens.`,
          appearance: 'success',
        });
      }
    } catch (error) {
      tellRefusal(error, i18n);
    } finally {
      setBusy(undefined);
    }
  };
  return { busy, run };
}

/** The state: people inside, their time, and earnings. */
function Facts({ told, tick }: { readonly told: GroupTold; readonly tick: GroupPart['tick'] }) {
  const { i18n } = useLingui();
  const startsIn = formatClock(useSecondsLeft(timeOf(told.starts_at)));
  const fewSeconds = useSecondsLeft(timeOf(told.few_until));
  const needed = formatAmount(told.min_people, i18n.locale);
  const joined = formatAmount(told.joined, i18n.locale);
  if (told.status !== 'running')
    return (
      <p>
        <b>
          <Trans>
            {joined} of {needed} have joined
          </Trans>
        </b>{' '}
        <Trans>
          for <TokenAmount amountTokens={told.cost_per_minute} /> a minute each.
        </Trans>{' '}
        {told.status === 'counting' && <Trans>Starts in {startsIn}.</Trans>}
      </p>
    );
  return (
    <p>
      <b>
        <Plural value={told.joined} one="# person inside" other="# people inside" />
      </b>
      {', '}
      <Trans>
        <TokenAmount amountTokens={tick?.tokens_earned ?? 0} /> earned.
      </Trans>{' '}
      {told.few_until && (
        <Plural
          value={fewSeconds}
          one="Too few people are left: it ends in # second."
          other="Too few people are left: it ends in # seconds."
        />
      )}
    </p>
  );
}

/** The show that is offered or runs, and its end, which asks once. */
function Now({ told, tick }: { readonly told: GroupTold; readonly tick: GroupPart['tick'] }) {
  const { busy, run } = useRunning();
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  const press: Press = told.status === 'running' ? 'end' : 'cancel';
  if (isAsked)
    return (
      <AskOnce
        question={
          press === 'end' ? <Trans>End the group show?</Trans> : <Trans>Cancel the group show?</Trans>
        }
        onCancel={close}
        buttons={
          <>
            <Button kind="line" onClick={close}>
              <Trans>Keep it</Trans>
            </Button>
            <Button
              kind="danger"
              onClick={() => {
                close();
                void run(press);
              }}
            >
              {press === 'end' ? <Trans>End it now</Trans> : <Trans>Cancel it now</Trans>}
            </Button>
          </>
        }
      >
        {press === 'end' ? (
          <Trans>Each has paid for the seconds they got. The room is public again.</Trans>
        ) : (
          <Trans>Nobody has paid anything.</Trans>
        )}
      </AskOnce>
    );
  return (
    <div className="grid gap-3">
      <Facts told={told} tick={tick} />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy !== undefined} onClick={() => setAsked(true)}>
          {press === 'end' ? <Trans>End the show</Trans> : <Trans>Cancel the show</Trans>}
        </Button>
      </div>
    </div>
  );
}

/** The studio's module of group shows: the form, the show that is offered, the one that runs. */
export default function GroupStudio({ part: { told, tick }, now }: SlotProps<GroupPart>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="module" aria-labelledby="group-studio-label">
      <div className="module-head">
        <span className="label grow" id="group-studio-label">
          <Trans>Group show</Trans>
        </span>
        {!told && !isOpen && now.ticketTokens === null && (
          <Button size="small" icon="users" onClick={() => setOpen(true)}>
            <Trans>Offer a group show</Trans>
          </Button>
        )}
      </div>
      {told ? (
        <Now told={told} tick={tick} />
      ) : isOpen ? (
        <GroupForm onClose={() => setOpen(false)} />
      ) : (
        <p className="text-ink-2">
          <Trans>Once enough people agree, each pays by the minute, and only they see you.</Trans>
        </p>
      )}
    </section>
  );
}
