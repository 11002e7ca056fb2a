import { DialogWaiting } from '@klieg/ui';
import { withTexts } from '../../shared/language/with-texts.ts';
import { defineRoomModule, type SlotProps } from '../../shared/room-module/room-module.ts';
import { ShareButton } from './share-button.tsx';
import { sharecamEffects } from './sharecam-effects.ts';
import { keepChoice, SHARECAM_READS, type SharecamPart, startSharecam } from './sharecam-part.ts';

type Props = SlotProps<SharecamPart>;

const isViewer = ({ part, tools }: Props): boolean => tools.place === 'room' && !part.isOwner;

/** Whether it can be asked for now: in the public room, or in the private that one pays for (LIVE-VIDEO-035). */
const canAsk = (props: Props): boolean => {
  const { part, now } = props;
  const isOpen =
    now.mode === 'public' ? now.status === 'online' || now.status === 'standby' : now.mode === 'private';
  return isViewer(props) && part.isEnabled && !part.isHouse && isOpen && part.own === null && !part.isPledged;
};

const isOwnCameraOn = ({ part }: Props): boolean => part.own !== null || part.wish !== null || part.isPledged;

const isStudio = ({ part, me, tools }: Props): boolean =>
  part.isOwner && me.kind === 'member' && tools.place === 'studio' && tools.client !== undefined;

/** Cameras that viewers share with the performer: the request, the own picture, the performer's side. */
export const sharecamModule = defineRoomModule({
  key: 'sharecam',
  reads: SHARECAM_READS,
  start: startSharecam,
  reduce: (part, event) => (event.name === 'page.sharecam' ? event.payload : keepChoice(part, event)),
  effects: sharecamEffects,
  slots: {
    'bar.action': [{ order: 35, when: canAsk, draw: ShareButton }],
    'stage.bar': [
      {
        order: 7,
        when: (props) =>
          isViewer(props) &&
          props.tools.client !== undefined &&
          (props.part.own !== null || props.part.isPledged || props.part.end !== null),
        load: withTexts(() => import('./camera-strip.tsx')),
      },
    ],
    'studio.first': [
      {
        order: 5,
        when: (props) => isStudio(props) && props.part.requests.length + props.part.cameras.length > 0,
        load: withTexts(() => import('./studio/camera-studio.tsx')),
      },
    ],
    page: [
      { order: 65, when: isStudio, load: () => import('./studio/hear-requests.tsx') },
      {
        order: 66,
        when: (props) => isViewer(props) && isOwnCameraOn(props),
        load: () => import('./send-camera.tsx'),
      },
      {
        order: 67,
        when: (props) => isViewer(props) && props.part.wish !== null,
        load: withTexts(() => import('./share-dialog.tsx')),
        waiting: <DialogWaiting />,
      },
    ],
  },
});
