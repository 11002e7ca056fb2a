import { Button } from '@klieg/ui';
import { Trans } from '@lingui/react/macro';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { canAskPrivate } from '../shows/index.ts';
import { watchAction, watchFacts } from './watch-rules.ts';
import type { WatchPart } from './watch-state.ts';

/** Opens the choice of a video in a private, and the request for one elsewhere (LIVE-VIDEO-032). */
export default function WatchButton({ part, room, now, tools }: SlotProps<WatchPart>) {
  const action = watchAction(watchFacts(room, now, part.told?.watch_id ?? null));
  if (action === 'off') return null;
  // Where nobody can ask for a private the request would lead nowhere.
  if (action === 'request' && !canAskPrivate({ room, now, settings: room.userSetting })) return null;
  const press = () => {
    if (action === 'dialog') tools.dispatch({ name: 'page.watch-dialog', payload: { isOpen: true } });
    if (action === 'request')
      tools.dispatch({ name: 'page.private-dialog', payload: { isOpen: true, toWatch: true } });
  };
  return (
    <Button icon="film-strip" onClick={press}>
      <span className="max-tablet:sr-only">
        <Trans>Watch together</Trans>
      </span>
    </Button>
  );
}
