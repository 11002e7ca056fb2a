import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { Strip, StripWords } from '../shows/index.ts';
import { useWatchPress } from './use-watch-press.ts';
import { agreeToWatch, closeWatch } from './watch-calls.ts';
import { WatchPlayer } from './watch-player.tsx';
import type { WatchPart } from './watch-state.ts';

/** What the performer sees below her program: a proposal with both answers, then the video. */
export function WatchStudio(props: SlotProps<WatchPart>) {
  const { part, room } = props;
  const { t } = useLingui();
  const { isBusy, press } = useWatchPress();
  const { username } = room.user;
  const { told } = part;
  if (told?.status === 'active') return <WatchPlayer key={told.watch_id} {...props} told={told} />;
  const name = told?.by ?? '';
  return (
    <Strip
      label={t`Watch together`}
      tone="private"
      actions={
        <>
          <Button
            kind="key"
            size="large"
            busy={isBusy}
            onClick={() => void press(() => agreeToWatch(username))}
          >
            <Trans>Watch it together</Trans>
          </Button>
          <Button kind="line" size="large" onClick={() => void press(() => closeWatch(username))}>
            <Trans>Not this one</Trans>
          </Button>
        </>
      }
    >
      <StripWords title={<Trans>{name} would like to watch a video with you</Trans>}>
        {told?.title ? (
          <>{told.title}</>
        ) : (
          <Trans>One of your recordings. It plays for both of you, from the beginning.</Trans>
        )}
      </StripWords>
    </Strip>
  );
}
