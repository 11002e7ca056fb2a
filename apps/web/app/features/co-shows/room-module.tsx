import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { CO_SHOW_READS, type CoShowPart, reduceCoShow, startCoShow } from './co-show-state.ts';

type Props = SlotProps<CoShowPart>;

const isStudio = ({ me, tools }: Props): boolean =>
  tools.place === 'studio' && me.kind === 'member' && tools.client !== undefined;

/** Something runs, is asked or waits for an answer. */
const isBusy = ({ part: { desk } }: Props): boolean =>
  desk !== null && (desk.co_show !== null || desk.asked !== null || desk.requests.length > 0);

const loadStudio = withTexts(() => import('./studio/co-show-studio.tsx'));

/** Co-shows: the partner's picture beside the room's own, and the performer's side in the studio. */
export const coShowsModule = defineRoomModule({
  key: 'coShows',
  reads: CO_SHOW_READS,
  start: startCoShow,
  reduce: reduceCoShow,
  slots: {
    'stage.beside': [
      {
        order: 1,
        when: ({ part, tools }) => part.told !== null && tools.client !== undefined,
        load: withTexts(() => import('./co-show-stage.tsx')),
      },
    ],
    // A request must not be missed; an idle module is among the others.
    'studio.first': [{ order: 4, when: isBusy, load: loadStudio }],
    'studio.module': [{ order: 54, when: (props) => isStudio(props) && !isBusy(props), load: loadStudio }],
    page: [{ order: 64, when: isStudio, load: () => import('./studio/hear-co-shows.tsx') }],
  },
});
