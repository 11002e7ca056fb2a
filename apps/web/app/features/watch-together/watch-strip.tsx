import { Button } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { Strip, StripWords } from '../shows/index.ts';
import { useWatchPress } from './use-watch-press.ts';
import { closeWatch } from './watch-calls.ts';
import { WatchPlayer } from './watch-player.tsx';
import type { WatchPart } from './watch-state.ts';

/** What the payer sees below the live picture: the proposal that waits, then the video. */
export function WatchStrip(props: SlotProps<WatchPart>) {
  const { part, room } = props;
  const { t } = useLingui();
  const { isBusy, press } = useWatchPress();
  const { username, displayName } = room.user;
  if (part.told?.status === 'active')
    return <WatchPlayer key={part.told.watch_id} {...props} told={part.told} />;
  return (
    <Strip
      label={t`Watch together`}
      tone="plain"
      actions={
        <Button kind="line" size="large" busy={isBusy} onClick={() => void press(() => closeWatch(username))}>
          <Trans>Cancel request</Trans>
        </Button>
      }
    >
      <StripWords title={<Trans>{displayName} is being asked to watch it with you</Trans>}>
        <Trans>There is a minute to answer. The private continues meanwhile.</Trans>
      </StripWords>
    </Strip>
  );
}
