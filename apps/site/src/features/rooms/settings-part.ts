import type { Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

export const roomsSettings = {
  inRoom: ({ show_viewer_list, followEnabled, cam_password }: Settings) => ({
    show_viewer_list,
    followEnabled,
    hasCamPassword: cam_password !== null,
  }),
} satisfies SettingsPart;
