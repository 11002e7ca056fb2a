import { CallError } from '@klieg/contract/client';
import { uuidv7 } from '@klieg/kernel';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import HighlightDialog from '../../features/room-chat/highlight-dialog.tsx';
import { HIGHLIGHT } from '../../features/room-chat/state/highlight-price.ts';
import { followUpOf } from '../../features/tipping/send-tip.ts';
import { followTip } from '../../features/tipping/follow-tip.ts';
import { api } from '../../shared/api/client.ts';
import { meStore } from '../../shared/me/me-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { AskedLine } from './highlight-module.tsx';

/** Asks whether an own line is to be highlighted, and pays for it. */
export default function AskHighlight({ part, room, tools }: SlotProps<AskedLine>) {
  const { i18n } = useLingui();
  // One per open dialog: a second press does not pay again.
  const [idempotencyKey] = useState(uuidv7);
  const [isBusy, setBusy] = useState(false);
  if (!part) return null;
  const { entry } = part;
  const { dispatch } = tools;
  const close = () => dispatch({ name: 'page.highlight-closed', payload: {} });
  const pay = async () => {
    setBusy(true);
    try {
      const { tokens } = await api.highlightLine({
        params: { username: room.user.username },
        body: { message_id: entry.id },
        idempotencyKey,
      });
      meStore.dispatch({ type: 'balance', tokens });
      dispatch({ name: 'page.own-tip', payload: { tokens: HIGHLIGHT.tokens } });
      close();
    } catch (error) {
      // Without an answer it may have been paid: the dialog stays, and the same press is tried again.
      if (!(error instanceof CallError && (error.httpStatus === 0 || error.httpStatus >= 500))) close();
      followTip(followUpOf(error), i18n, 'message');
    } finally {
      setBusy(false);
    }
  };
  return <HighlightDialog entry={entry} isBusy={isBusy} onConfirm={() => void pay()} onClose={close} />;
}
