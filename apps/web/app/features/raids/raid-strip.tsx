import { formatClock } from '@klieg/i18n';
import { Button, IconButton } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSecondsLeft } from '#app/shared/use-seconds-left.ts';
import { lateApi } from '../../shared/api/late-client.ts';
import { codeOf } from '../../shared/errors/explain-error.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { Cell, Strip, StripWords } from '../shows/index.ts';
import type { RaidOver, RaidPart, RaidTold } from './raid-state.ts';
import { tellRefusal } from './tell-refusal.ts';

type Props = SlotProps<RaidPart>;

/** After these the question can no longer be answered. */
const ENDS: ReadonlySet<string | undefined> = new Set(['raids.over', 'raids.kept_out', 'rooms.not_found']);

/** The one press that goes along; only a yes of the server leads away. */
function useJoining({ room, tools }: Props, { id }: RaidTold) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const join = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      const { to } = await lateApi.joinRaid({ params: { username: room.user.username, id }, body: {} });
      await navigate(`/${to}`);
    } catch (error) {
      tellRefusal(error, i18n);
      if (ENDS.has(codeOf(error))) tools.dispatch({ name: 'page.raid-declined', payload: { id } });
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, join };
}

/** The question, with the time that is left for it. */
function Question({ raid, ...props }: Props & { readonly raid: RaidTold }) {
  const { t } = useLingui();
  const { isBusy, join } = useJoining(props, raid);
  const seconds = useSecondsLeft(raid.endsAt);
  const { dispatch } = props.tools;
  const { id, toName } = raid;
  const name = props.room.user.displayName;
  const isOver = seconds === 0;
  // The page declines automatically if it does not hear that the time is over.
  useEffect(() => {
    if (isOver) dispatch({ name: 'page.raid-gone', payload: { id } });
  }, [isOver, id, dispatch]);
  return (
    <Strip
      label={t`Raid`}
      tone="plain"
      actions={
        <>
          <Button
            kind="line"
            size="large"
            onClick={() => dispatch({ name: 'page.raid-declined', payload: { id } })}
          >
            <Trans>Stay here</Trans>
          </Button>
          <Button kind="key" size="large" busy={isBusy} onClick={() => void join()}>
            <Trans>Come along</Trans>
          </Button>
        </>
      }
    >
      <StripWords
        title={
          <Trans>
            {name} is moving on to {toName}’s room
          </Trans>
        }
      >
        <Trans>Want to come along? It costs nothing.</Trans>
      </StripWords>
      <Cell label={<Trans>Time left</Trans>}>
        <b className="display">{formatClock(seconds)}</b>
      </Cell>
    </Strip>
  );
}

/** A raid that came to nothing, in a word; it stays until it was read. */
function Over({ over: { toName, how }, tools }: Props & { readonly over: RaidOver }) {
  const { t } = useLingui();
  return (
    <Strip
      label={t`Raid`}
      tone="plain"
      actions={
        <IconButton
          icon="x"
          label={t`Close`}
          onClick={() => tools.dispatch({ name: 'page.raid-read', payload: {} })}
        />
      }
    >
      {how === 'canceled' ? (
        <StripWords title={<Trans>The raid is off</Trans>}>
          <Trans>The invitation is withdrawn. You stay here.</Trans>
        </StripWords>
      ) : (
        <StripWords title={<Trans>The raid has ended</Trans>}>
          <Trans>{toName}’s room no longer takes raids. You stay here.</Trans>
        </StripWords>
      )}
    </Strip>
  );
}

/** The raid of the room, below the picture. */
export default function RaidStrip(props: Props) {
  const { raid, over } = props.part;
  if (raid) return <Question key={raid.id} {...props} raid={raid} />;
  return over && <Over {...props} over={over} />;
}
