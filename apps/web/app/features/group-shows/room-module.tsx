import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { groupEffects } from './group-effects.ts';
import { GROUP_READS, type GroupPart, startGroup } from './group-part.ts';

type Props = SlotProps<GroupPart>;

/** A viewer's page that knows of one; the server would render another time than the page. */
const isViewer = ({ room, tools }: Props): boolean =>
  tools.place === 'room' && !room.viewer.is_owner && tools.client !== undefined;

const loadStudio = withTexts(() => import('./studio/group-studio.tsx'));

/** Group shows: the strip below the picture, the result, and the performer's side in the studio. */
export const groupShowsModule = defineRoomModule({
  key: 'groupShows',
  reads: GROUP_READS,
  start: startGroup,
  reduce: (part, event) => (event.name === 'page.group' ? event.payload : part),
  effects: groupEffects,
  slots: {
    'stage.bar': [
      {
        order: 4,
        when: (props) => isViewer(props) && (props.part.told ?? props.part.result) !== null,
        load: withTexts(() => import('./group-strip.tsx')),
      },
    ],
    // An offered or running one comes first.
    'studio.first': [{ order: 6, when: ({ part }) => part.told !== null, load: loadStudio }],
    'studio.module': [{ order: 6, when: ({ part }) => part.told === null, load: loadStudio }],
    page: [
      {
        order: 56,
        when: (props) =>
          isViewer(props) &&
          props.me.kind === 'member' &&
          (props.part.told !== null || props.part.overId !== null),
        load: () => import('./hear-group.tsx'),
      },
    ],
  },
});
