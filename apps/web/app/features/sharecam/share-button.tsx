import { IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { openModal } from '../../shared/modal/modal-store.ts';
import type { SlotProps } from '../../shared/room-module/room-module.ts';
import type { SharecamPart } from './sharecam-part.ts';

/** Asks whether the performer would look at the own camera. It costs nothing. */
export function ShareButton({ me, tools }: SlotProps<SharecamPart>) {
  const { t } = useLingui();
  return (
    <IconButton
      icon="video-camera"
      label={t`Share my camera`}
      className="share-camera"
      onClick={() =>
        me.kind === 'member'
          ? tools.dispatch({ name: 'page.sharecam-dialog', payload: { wish: 'camera' } })
          : openModal('signup', { reason: 'sharecam' })
      }
    />
  );
}
