import { Button, Icon } from '@klieg/ui';
import { Plural, Trans } from '@lingui/react/macro';
import { useMember } from '#app/shared/me/me-store.ts';
import { openModal } from '#app/shared/modal/modal-store.ts';
import type { SlotProps } from '#app/shared/room-module/room-module.ts';
import { suggestsReUp } from '#app/features/re-up/index.ts';
import type { Meter } from '../read-meter.ts';
import type { ShowsPart, ShowTold } from '../shows-part.ts';

/** Notes about a private: why its clock is paused, who is spying, how it continues. */
export function MeterFoot(props: SlotProps<ShowsPart> & { readonly show: ShowTold; readonly meter: Meter }) {
  const { show, meter, part } = props;
  // The room's latest report counts: the camera may change meanwhile (SHOWS-032).
  const isSoundOnly = part.settings.cam.audio_only;
  const current = useMember();
  const { isMetered, spies, price } = meter;
  const isReUpProposed = current !== undefined && suggestsReUp(current, price);
  const isTold = !isMetered || isSoundOnly || show.type === 'exclusive' || spies !== undefined;
  if (!isTold && !isReUpProposed) return null;
  return (
    <div className="show-row">
      {!isMetered && (
        <output className="show-stands">
          <Icon name="pause-fill" size={14} />
          <Trans>The clock is stopped: no video reaches you. Nothing is charged meanwhile.</Trans>
        </output>
      )}
      {isSoundOnly && (
        <output className="show-sound">
          <Icon name="speaker-high-fill" size={14} />
          <Trans>Sound only: the camera is off. The clock keeps running.</Trans>
        </output>
      )}
      <span className="text-ink-2">
        {show.type === 'exclusive' ? (
          <Trans>Exclusive: no spies.</Trans>
        ) : spies === undefined ? null : (
          <Plural value={spies} _0="No spies." one="# spy is watching." other="# spies are watching." />
        )}
      </span>
      <span className="grow" />
      {isReUpProposed && (
        <Button kind="line" onClick={() => openModal('re-up-suggestion', { pricePerMinute: price })}>
          <Trans>Do not run out: set up auto re-up</Trans>
        </Button>
      )}
    </div>
  );
}
