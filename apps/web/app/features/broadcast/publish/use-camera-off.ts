import { showToast } from '@klieg/ui';
import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { explainError } from '#app/shared/errors/explain-error.ts';
import { api } from '#app/shared/api/client.ts';
import { useMember } from '#app/shared/me/me-store.ts';

export interface CameraOff {
  readonly isCameraOff: boolean;
  readonly setCameraOff: (isOff: boolean) => void;
}

/**
 * Whether the camera is off and only sound is sent (SHOWS-032). The picture stops at once; viewers are told as soon as
 * the server knows, and a refusal is shown, because the picture does not come back automatically.
 */
export function useCameraOff(isOnAir: boolean): CameraOff {
  const { i18n, t } = useLingui();
  const settings = useMember()?.settings;
  const [choice, setChoice] = useState<{ readonly isOff: boolean; readonly isOnAir: boolean }>();
  // The server puts it back when the broadcast ends.
  const hasEnded = choice?.isOnAir === true && !isOnAir;
  return {
    isCameraOff: hasEnded ? false : (choice?.isOff ?? settings?.audio_only ?? false),
    setCameraOff(isOff) {
      setChoice({ isOff, isOnAir });
      api.saveSettings({ body: { audio_only: isOff } }).catch((error: unknown) =>
        showToast({
          title: t`Viewers were not told about your camera`,
          content: explainError(error, i18n),
          appearance: 'error',
        }),
      );
    },
  };
}
