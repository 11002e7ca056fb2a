import type { Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

export const broadcastSettings = {
  inRoom: ({
    public_recording,
    dvr_minutes,
    broadcast_category: category,
    cam2cam,
    audio_only,
  }: Settings) => ({
    public_recording,
    dvr_minutes,
    cam: { cam2cam, audio_only, category },
  }),
} satisfies SettingsPart;
