import type { Settings, Shield } from '@klieg/contract';
import type { Account } from '../identity/index.ts';
import type { RoomHub } from '../rooms/index.ts';
import type { SaveSettings } from '../settings/index.ts';
import type { Actor, Moderation } from './moderation.ts';
import type { ShieldStore } from './shield-store.ts';

/** What a room sets against a flood of unwanted lines. */
export interface ShieldSettings {
  get(room: Account): Promise<Shield>;
  /** Absent values stay. Everybody in the room is told of slow mode and shield. */
  save(room: Account, actor: Actor, change: Partial<Shield>): Promise<Shield>;
}

type RuleSettings = Pick<Settings, 'slow_mode_seconds' | 'followers_only' | 'links_allowed'>;

const settingsOf = (change: Partial<Shield>): Partial<RuleSettings> => ({
  ...(change.slow_mode_seconds !== undefined && { slow_mode_seconds: change.slow_mode_seconds }),
  ...(change.followers_only !== undefined && { followers_only: change.followers_only }),
  ...(change.links_allowed !== undefined && { links_allowed: change.links_allowed }),
});

/** Words without case and repeats, in the given order. */
const wordsOf = (words: readonly string[]): string[] => [
  ...new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word.length > 1)),
];

export function makeShieldSettings(deps: {
  readonly saveSettings: SaveSettings;
  readonly shields: ShieldStore;
  readonly moderation: Moderation;
  readonly hub: RoomHub;
}): ShieldSettings {
  const present = async ({ id, settings }: Account): Promise<Shield> => {
    const { shield, bannedWords } = await deps.shields.get(id);
    return {
      shield,
      slow_mode_seconds: settings.slow_mode_seconds,
      followers_only: settings.followers_only,
      links_allowed: settings.links_allowed,
      banned_words: [...bannedWords],
    };
  };

  return {
    get: present,
    async save(room, actor, change) {
      const before = await present(room);
      const settings = settingsOf(change);
      if (change.shield !== undefined || change.banned_words !== undefined)
        await deps.shields.save(room.id, {
          ...(change.shield !== undefined && { shield: change.shield }),
          ...(change.banned_words !== undefined && { bannedWords: wordsOf(change.banned_words) }),
        });
      const changed = Object.keys(settings).length > 0 ? await deps.saveSettings(room.id, settings) : room;
      const after = await present(changed);
      deps.hub.command(room.username, { kind: 'rules' });
      if (after.shield !== before.shield)
        await deps.moderation.announceRule(room, actor, 'shield', after.shield ? 1 : 0);
      if (after.slow_mode_seconds !== before.slow_mode_seconds)
        await deps.moderation.announceRule(room, actor, 'slow_mode', after.slow_mode_seconds);
      return after;
    },
  };
}
