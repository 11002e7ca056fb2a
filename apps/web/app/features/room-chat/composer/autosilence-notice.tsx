import { formatDayTime, formatTimeOfDay } from '@klieg/i18n';
import { HOUR_MS } from '@klieg/kernel/time';
import { Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useSyncExternalStore } from 'react';
import { autosilenceStore } from '#app/shared/me/autosilences.ts';
import type { Autosilence } from '#app/shared/me/silence-news.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { ChatState } from '../state/chat-state.ts';

function Why({ reason, room }: Pick<Autosilence, 'reason' | 'room'>) {
  if (room === undefined && reason === undefined)
    return <Trans>Our team has decided so. Your notifications say why.</Trans>;
  switch (reason) {
    case 'spam':
      return <Trans>You sent the same line several times.</Trans>;
    case 'links':
      return <Trans>You sent too many links.</Trans>;
    case 'reports':
      return <Trans>Several people reported your lines.</Trans>;
    default:
      return <Trans>You sent too many lines at once.</Trans>;
  }
}

/** A silence longer than this is announced with its date. */
const SHORT_MS = 12 * HOUR_MS;

interface TitleProps {
  readonly isEverywhere: boolean;
  readonly time: string | undefined;
}

function Title({ isEverywhere, time }: TitleProps) {
  if (isEverywhere)
    return time ? (
      <Trans>You are silenced in all rooms until {time}</Trans>
    ) : (
      <Trans>You are silenced in all rooms</Trans>
    );
  return time ? <Trans>You are silenced here until {time}</Trans> : <Trans>You are silenced here</Trans>;
}

/** Says above the field why the room or the house has silenced the person, and until when. */
export default function AutosilenceNotice({ room, tools: { dispatch } }: SlotProps<ChatState>) {
  const { i18n } = useLingui();
  const { subscribe, get } = autosilenceStore;
  const silences = useSyncExternalStore(subscribe, get, get);
  const told = silences[''] ?? silences[room.user.username];
  const isSilenced = told !== undefined;
  // The room's own answer closes and opens the field; it is asked for when a silence begins and when it ends.
  useEffect(() => {
    if (!isSilenced) return undefined;
    const ask = () => dispatch({ name: 'page.rights-changed', payload: {} });
    ask();
    return ask;
  }, [isSilenced, dispatch]);
  if (!told) return null;
  const format = (told.until ?? 0) - told.seq > SHORT_MS ? formatDayTime : formatTimeOfDay;
  const time = told.until ? format(told.until, i18n.locale) : undefined;
  return (
    <Notice tone="warn" title={<Title isEverywhere={told.room === undefined} time={time} />}>
      <Why reason={told.reason} room={told.room} />
    </Notice>
  );
}
