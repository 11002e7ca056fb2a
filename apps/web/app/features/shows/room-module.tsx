import { DialogWaiting } from '@klieg/ui';
import { withTexts } from '../../shared/language/with-texts.ts';
import type { RoomEvent } from '../../shared/room-module/room-events.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { loadShowParts } from './load-parts.ts';
import { canAskNow } from './show-rules.ts';
import { ShowButton } from './show-button.tsx';
import { showEffects } from './shows-effects.ts';
import { idleShows } from './idle-shows.ts';
import type { ShowsPart } from './shows-part.ts';

const part = (name: 'RequestDialog' | 'ShowStrip' | 'SpyButton') => async () => ({
  default: (await loadShowParts())[name],
});

const isViewer = ({ room, tools }: SlotProps<ShowsPart>): boolean =>
  tools.place === 'room' && !room.viewer.is_owner;

/** There is a show, a request or a place in line to show; the server's HTML contains none of it. */
const hasStrip = (props: SlotProps<ShowsPart>): boolean => {
  const { part, now, tools } = props;
  return (
    isViewer(props) &&
    tools.client !== undefined &&
    (now.status === 'private' ||
      now.mode === 'private' ||
      now.mode === 'spy' ||
      part.requests.length > 0 ||
      part.starting !== null ||
      part.place !== null ||
      part.news !== null)
  );
};

/** Privates and spying: the button with its price, the strip below the picture, the performer's side in the studio. */
export const showsModule = defineRoomModule({
  key: 'shows',
  start: idleShows,
  // The effects' result from all events; their code loads with the first one about shows.
  reduce: (part: ShowsPart, event: RoomEvent): ShowsPart =>
    event.name === 'page.shows' ? event.payload : part,
  effects: showEffects,
  slots: {
    'bar.action': [
      {
        order: 30,
        when: (props) => isViewer(props) && canAskNow(props),
        draw: ShowButton,
      },
      {
        order: 31,
        when: (props) => isViewer(props) && props.now.status === 'private' && props.now.mode === 'public',
        load: part('SpyButton'),
      },
    ],
    'stage.bar': [{ order: 5, when: hasStrip, load: part('ShowStrip') }],
    'studio.first': [
      {
        order: 10,
        // Nobody asks a house for a private.
        when: ({ room }) => !room.user.is_voyeur,
        load: withTexts(() => import('./studio/show-studio.tsx')),
      },
    ],
    page: [
      {
        order: 50,
        when: ({ me, room, tools }) =>
          me.kind === 'member' &&
          tools.client !== undefined &&
          (tools.place === 'studio' || !room.viewer.is_owner),
        load: () => import('./read-show.tsx'),
      },
      {
        order: 60,
        when: ({ part }) => part.isAsking,
        load: part('RequestDialog'),
        waiting: <DialogWaiting />,
      },
    ],
  },
});
