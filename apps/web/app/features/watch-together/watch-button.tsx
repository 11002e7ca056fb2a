import { Button, showToast } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import { canAskPrivate } from '../shows/index.ts';
import { hasWatchable } from './watch-calls.ts';
import { watchAction, watchFacts } from './watch-rules.ts';
import type { WatchPart } from './watch-state.ts';

/** Opens the choice of a video in a private, and the request for one elsewhere (LIVE-VIDEO-032). */
export default function WatchButton({ part, room, now, tools }: SlotProps<WatchPart>) {
  const { t } = useLingui();
  const [isLooking, setLooking] = useState(false);
  const action = watchAction(watchFacts(room, now, part.told?.watch_id ?? null));
  if (action === 'off') return null;
  // Where nobody can ask for a private the request would lead nowhere.
  if (action === 'request' && !canAskPrivate({ room, now, settings: room.userSetting })) return null;
  const open = () => {
    if (action === 'dialog') tools.dispatch({ name: 'page.watch-dialog', payload: { isOpen: true } });
    if (action === 'request')
      tools.dispatch({ name: 'page.private-dialog', payload: { isOpen: true, toWatch: true } });
  };
  /** A dialog without anything to choose would have to be closed again. Where nobody knows, the dialog says so. */
  const press = async () => {
    if (isLooking) return;
    setLooking(true);
    const hasVideos = await hasWatchable(room.user.username).catch(() => true);
    setLooking(false);
    if (hasVideos) open();
    else showToast({ content: t`There is nothing to watch together with ${room.user.displayName} yet.` });
  };
  return (
    <Button icon="film-strip" onClick={() => void press()}>
      <span className="max-tablet:sr-only">
        <Trans>Watch together</Trans>
      </span>
    </Button>
  );
}
