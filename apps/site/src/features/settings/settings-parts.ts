import type { Room, Settings } from '@klieg/contract';
import type { SettingsPart } from '../identity/index.ts';

/** What everybody in a room may know of its performer's settings (key `userSetting`). */
export type RoomSetting = Room['userSetting'];

type ViewOf<P> = P extends { readonly inRoom: infer View } ? View : () => object;

/** What rooms show of each part, for some nothing. */
export const viewsOf = <const P extends readonly SettingsPart[]>(parts: P) =>
  parts.map(({ inRoom }) => inRoom ?? (() => ({}))) as { readonly [I in keyof P]: ViewOf<P[I]> };

/** What all features do with the settings that they own. */
export interface SettingsParts {
  readonly inRoom: (settings: Settings) => RoomSetting;
  readonly parts: readonly SettingsPart[];
}
