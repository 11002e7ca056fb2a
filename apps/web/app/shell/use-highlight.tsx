import { CallError } from '@klieg/contract/client';
import { uuidv7 } from '@klieg/kernel';
import { DialogWaiting } from '@klieg/ui';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { HIGHLIGHT } from '../features/room-chat/highlight-price.ts';
import type { TextEntry } from '../features/room-chat/line-acts.tsx';
import { followUpOf } from '../features/tipping/send-tip.ts';
import { useTipFollowUp } from '../features/tipping/use-tip-follow-up.ts';
import { api } from '../shared/api/client.ts';
import { withTexts } from '../shared/language/with-texts.ts';
import { meStore } from '../shared/me/me-store.ts';
import { lazyPart } from '../shared/lazy-part.ts';

const HighlightDialog = lazyPart(withTexts(() => import('../features/room-chat/highlight-dialog.tsx')));

interface Asked {
  readonly entry: TextEntry;
  /** A second press of the same dialog pays once. */
  readonly key: string;
}

/** Asks whether an own line is to be highlighted, and pays for it. */
export function useHighlight(
  room: string,
  onPaid: (tokens: number) => void,
): { readonly ask: (entry: TextEntry) => void; readonly element: ReactNode } {
  const follow = useTipFollowUp();
  const [asked, setAsked] = useState<Asked>();
  const [isBusy, setBusy] = useState(false);
  const ask = useCallback((entry: TextEntry) => setAsked({ entry, key: uuidv7() }), []);
  const close = () => setAsked(undefined);
  const pay = async ({ entry, key }: Asked) => {
    setBusy(true);
    try {
      const { tokens } = await api.highlightLine({
        params: { username: room },
        body: { message_id: entry.id },
        idempotencyKey: key,
      });
      meStore.dispatch({ type: 'balance', tokens });
      onPaid(HIGHLIGHT.tokens);
      close();
    } catch (error) {
      // Without an answer it may have been paid: the dialog stays, and the same press is tried again.
      if (!(error instanceof CallError && (error.httpStatus === 0 || error.httpStatus >= 500))) close();
      follow(followUpOf(error));
    } finally {
      setBusy(false);
    }
  };
  const element = asked && (
    <Suspense fallback={<DialogWaiting />}>
      <HighlightDialog
        entry={asked.entry}
        isBusy={isBusy}
        onConfirm={() => void pay(asked)}
        onClose={close}
      />
    </Suspense>
  );
  return { ask, element };
}
