import type { VoyeurCamera } from '@klieg/contract/features/voyeur/limits';
import { Button, Tag, TokenAmount } from '@klieg/ui';
import { Trans, useLingui } from '@lingui/react/macro';
import { CAMERA_NAMES } from './camera-names.ts';
import { Still } from './still.tsx';
import type { HouseTold } from './voyeur-calls.ts';

export interface CameraRowProps {
  readonly house: HouseTold;
  readonly isBusy: boolean;
  readonly onChoose: (camera: VoyeurCamera) => void;
}

/** The cameras of a house by their stills: the one that everybody sees, and the others to choose from. */
export function CameraRow({ house, isBusy, onChoose }: CameraRowProps) {
  const { t, i18n } = useLingui();
  const { rooms, control } = house;
  return (
    <ul className="house-cameras" aria-label={t`Cameras`}>
      {rooms.map(({ name, thumb_url: url, active, live }) => {
        const camera = i18n._(CAMERA_NAMES[name]);
        return (
          <li key={name} className="house-camera" data-active={active}>
            <Still url={url} />
            <div className="house-camera-foot">
              <b className="truncate">{camera}</b>
              {active && (
                <Tag tone="ok">
                  <Trans>Shown now</Trans>
                </Tag>
              )}
              {!live && (
                <Tag tone="warn">
                  <Trans>No picture</Trans>
                </Tag>
              )}
            </div>
            {!active && live && control.place === null && (
              <Button kind="line" busy={isBusy} aria-label={t`Show ${camera}`} onClick={() => onChoose(name)}>
                <span className="flex items-center gap-2">
                  <Trans>Show</Trans>
                  <TokenAmount amountTokens={control.cost} />
                </span>
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
