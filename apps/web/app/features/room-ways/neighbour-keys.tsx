import { IconButton } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { useNeighbours } from './use-neighbours.ts';
import './room-ways.css';

/** To the room before and to the one after, in the order of the section. */
export function NeighbourKeys({ room }: Pick<SlotProps, 'room'>) {
  const { t } = useLingui();
  const { go, warm } = useNeighbours(room.user);
  const near = { onPointerEnter: warm, onFocus: warm };
  return (
    <span className="room-neighbours flex max-tablet:hidden">
      <IconButton icon="caret-left-bold" label={t`Previous room`} onClick={() => go('previous')} {...near} />
      <IconButton icon="caret-right-bold" label={t`Next room`} onClick={() => go('next')} {...near} />
    </span>
  );
}
