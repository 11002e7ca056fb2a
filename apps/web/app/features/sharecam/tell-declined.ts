import type { Payload } from '@klieg/contract';
import { showToast } from '@klieg/ui';
import { msg } from '@lingui/core/macro';
import type { EffectTools } from '../../shared/room-module/room-module.ts';

/** The performer would rather not (ERRORS-058). */
export function tellDeclined(
  { display_name: displayName, username }: Payload<'v3.sharecam.declined'>,
  { text }: Pick<EffectTools, 'text'>,
): void {
  const name = displayName ?? username;
  showToast({ content: text(msg`${name} declined your ShareCam request.`) });
}
