import { useMemo } from 'react';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import type { ChatState } from '#app/features/room-chat/state/chat-state.ts';
import type { LineActs } from './line-acts.tsx';
import { usePinLine } from '#app/features/room-chat/moderation/use-pin-line.ts';
import { useRemoveLine } from '#app/features/room-chat/moderation/use-remove-line.ts';
import { useTranslateLine } from './use-translate-line.ts';

/** What the reader may do with the lines of this room. */
export function useLineActs({ room, me, tools }: Omit<SlotProps<ChatState>, 'part' | 'now'>): LineActs {
  const { username } = room.user;
  const remove = useRemoveLine(username);
  const pin = usePinLine(username);
  const translate = useTranslateLine(username);
  const { dispatch } = tools;
  const canModerate = room.viewer.can_moderate || tools.place === 'studio';
  const mayPay = me.kind === 'member' && !room.viewer.is_owner;
  return useMemo<LineActs>(
    () => ({
      translate,
      ...(canModerate && { remove, pin }),
      ...(!canModerate &&
        mayPay && {
          highlight: (entry) => dispatch({ name: 'page.highlight-asked', payload: { entry } }),
        }),
    }),
    [translate, canModerate, remove, pin, mayPay, dispatch],
  );
}
