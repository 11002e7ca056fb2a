import { meStore } from '../../shared/me/me-store.ts';
import type { EffectTools, RoomEffects } from '../../shared/room-module/room-module.ts';
import type { LowerThirdState } from './lower-third-queue.ts';
import { areSoundsOn, isSoundAllowed } from './sound-setting.ts';
import { tipSound } from './tip-effect.ts';
import type { TIP_READS } from './tip-state.ts';

/** Before the account is known. */
const VOLUME_PERCENT = 70;

type Sounds = typeof import('./play-sound.ts');

/** Fetches the code of sounds with the first that may be heard; without it the room is silent. */
const withSounds = (play: (sounds: Sounds) => void): void => {
  if (isSoundAllowed() && areSoundsOn()) void import('./play-sound.ts').then(play, () => undefined);
};

const volumePercent = (): number => {
  const me = meStore.get();
  return me.kind === 'unknown' ? VOLUME_PERCENT : me.current.settings.volume_tip;
};

/** Lets tips be heard, and the sounds that are asked for in the chat. */
export const tipEffects = (
  tools: EffectTools<LowerThirdState>,
): RoomEffects<LowerThirdState, (typeof TIP_READS)[number]> => ({
  on: ({ name, payload }) => {
    if (name === 'v3.chat.message' && payload.type === 'sound')
      withSounds(({ playRoomSound }) => playRoomSound(payload.message, volumePercent()));
    if (name === 'v3.tip.received') {
      const isWhiteLabel = tools.site()?.site.is_whitelabel ?? false;
      withSounds(({ playTipSound }) => playTipSound(tipSound(payload.tokens, isWhiteLabel), volumePercent()));
    }
  },
});
