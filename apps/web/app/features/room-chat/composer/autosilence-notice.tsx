import { formatTimeOfDay } from '@klieg/i18n';
import { Notice } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useSyncExternalStore } from 'react';
import { autosilenceStore } from '#app/shared/me/autosilences.ts';
import type { Autosilence } from '#app/shared/me/silence-news.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { ChatState } from '#app/features/room-chat/state/chat-state.ts';

function Why({ reason }: Pick<Autosilence, 'reason'>) {
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

/** Says above the field why the room has silenced the person by itself, and until when. */
export default function AutosilenceNotice({ room, tools: { dispatch } }: SlotProps<ChatState>) {
  const { i18n } = useLingui();
  const { subscribe, get } = autosilenceStore;
  const silences = useSyncExternalStore(subscribe, get, get);
  const told = silences[room.user.username] ?? silences[''];
  const isSilenced = told !== undefined;
  // The room's own answer closes and opens the field; it is asked for when a silence begins and when it ends.
  useEffect(() => {
    if (!isSilenced) return undefined;
    const ask = () => dispatch({ name: 'page.rights-changed', payload: {} });
    ask();
    return ask;
  }, [isSilenced, dispatch]);
  if (!told) return null;
  const time = told.until && formatTimeOfDay(told.until, i18n.locale);
  return (
    <Notice
      tone="warn"
      title={time ? <Trans>You are silenced here until {time}</Trans> : <Trans>You are silenced here</Trans>}
    >
      <Why reason={told.reason} />
    </Notice>
  );
}
