import type { EffectTools, RoomEffects } from '../../shared/room-module/room-module.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { DialogWaiting } from '@klieg/ui';
import { withTexts } from '../../shared/language/with-texts.ts';
import { loadWatchParts } from './load-parts.ts';
import { reduceWatch, startWatch, WATCH_READS, type WatchPart, type WatchTold } from './watch-state.ts';

const part = (name: 'WatchDialog' | 'WatchStrip' | 'WatchStudio') => async () => ({
  default: (await loadWatchParts())[name],
});

type Name = (typeof WATCH_READS)[number];

/** Records when something was announced, and shows how it ended, with code that loads at the first announcement. */
function watchEffects(tools: EffectTools<WatchPart>): RoomEffects<WatchPart, Name> {
  const hear = (told: WatchTold | null) =>
    tools.dispatch({ name: 'page.watch-told', payload: { told, receivedAt: performance.now() } });
  return {
    on(event, before) {
      if (event.name === 'v3.room.snapshot') {
        const told = (event.payload.watch as WatchTold | null | undefined) ?? null;
        if (told || before.told) hear(told);
      }
      if (event.name === 'v3.watch.update') hear(event.payload);
      const isTold = event.name === 'v3.watch.update' || (event.name === 'v3.ack' && before.told !== null);
      if (isTold) void loadWatchParts().then(({ tellWatch }) => tellWatch(event, before, tools));
    },
  };
}

/** A viewer's page; the server knows nothing that it could draw. */
const isViewer = ({ me, room, tools }: SlotProps<WatchPart>): boolean =>
  me.kind === 'member' && tools.place === 'room' && !room.viewer.is_owner && tools.client !== undefined;

/** Watching a video together in a private: the action, the choice, and the player below the picture. */
export const watchTogetherModule = defineRoomModule({
  key: 'watchTogether',
  reads: WATCH_READS,
  start: startWatch,
  reduce: reduceWatch,
  effects: watchEffects,
  slots: {
    'bar.action': [
      // It says itself whether it leads anywhere, so that rooms do not carry its rule.
      { order: 32, when: isViewer, load: withTexts(() => import('./watch-button.tsx')) },
    ],
    'stage.bar': [
      { order: 6, when: (props) => isViewer(props) && props.part.told !== null, load: part('WatchStrip') },
    ],
    'studio.first': [{ order: 5, when: ({ part: { told } }) => told !== null, load: part('WatchStudio') }],
    page: [
      {
        order: 61,
        when: (props) => isViewer(props) && props.part.isChoosing,
        load: part('WatchDialog'),
        waiting: <DialogWaiting />,
      },
    ],
  },
});
