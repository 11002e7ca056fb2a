import { z } from 'zod';
import { shape } from '../call.ts';

/** An installed app of a room with its public configuration and state. */
export const appState = shape({
  type: z.int(),
  name: z.string(),
  config: z.record(z.string(), z.unknown()),
  state: z.record(z.string(), z.unknown()),
  version: z.int(),
});
export type AppState = z.infer<typeof appState>;

/** Three rows beside the picture. */
export const appPanel = shape({
  row1_label: z.string(),
  row1_value: z.string(),
  row2_label: z.string(),
  row2_value: z.string(),
  row3_label: z.string(),
  row3_value: z.string(),
});

/** What can be bought by a tip of exactly its price (GAMES-003): a tip menu. */
export const tipPanel = shape({
  label: z.string(),
  /** `value` is the item's id. */
  radio_options: z.array(shape({ label: z.string(), value: z.string(), tokens: z.int() })),
});
export type TipPanel = z.infer<typeof tipPanel>;

/** What room-games owns of a room's answer. */
export const roomGamesKeys = {
  koth: z.null(),
  scratchoff: z.null(),
  apps: z.array(appState),
  app_panels: shape({ app_panel: appPanel.nullable(), tip_panel: tipPanel.nullable() }),
};

/** What it owns of the answer's `chat`. */
export const roomGamesChatKeys = {
  /** The one app that takes the room's slot. */
  installedAppId: z.int().nullable(),
  /** Apps that a room may have more than once. */
  installedModuleIdList: z.array(z.int()),
};
