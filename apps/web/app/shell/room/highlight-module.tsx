import { DialogWaiting } from '@klieg/ui';
import type { TextEntry } from '../../features/room-chat/state/chat-entry.ts';
import { withTexts } from '../../shared/language/with-texts.ts';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';
import { defineRoomModule } from '../../shared/room-module/room-module.ts';

declare module '../../shared/room-module/room-events.ts' {
  interface PageEvents {
    'page.highlight-closed': Record<string, never>;
  }
}

/** The line concerned; null for none. */
export type AskedLine = { readonly entry: TextEntry } | null;

const reduceAsked = (
  _asked: AskedLine,
  event: RoomEvent<'page.highlight-asked' | 'page.highlight-closed'>,
): AskedLine => (event.name === 'page.highlight-asked' ? event.payload : null);

/** Highlights of own lines, paid like a tip; the code comes with the first. */
export const highlightModule = defineRoomModule({
  key: 'highlight',
  reads: ['page.highlight-asked', 'page.highlight-closed'],
  start: (): AskedLine => null,
  reduce: reduceAsked,
  slots: {
    page: [
      {
        order: 40,
        when: ({ part }) => part !== null,
        load: withTexts(() => import('./ask-highlight.tsx')),
        waiting: <DialogWaiting />,
      },
    ],
  },
});
