import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule } from '../../shared/room-module/room-module.ts';
import { reduceSplit, SPLIT_READS, startSplit } from './split-state.ts';

/** Tips that several give together: the running one is above the tip control, for viewers and the performer. */
export const tipSplitModule = defineRoomModule({
  key: 'tipSplit',
  reads: SPLIT_READS,
  start: startSplit,
  reduce: reduceSplit,
  slots: {
    'side.foot': [
      {
        order: 5,
        // The server would draw another time than the page.
        when: ({ part, tools }) =>
          (part.split?.mode ?? 'available') !== 'available' && tools.client !== undefined,
        load: withTexts(async () => ({ default: (await import('./split-section.tsx')).SplitSection })),
      },
    ],
  },
});
