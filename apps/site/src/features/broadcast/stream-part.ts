import type { Payload } from '@klieg/contract';
import type { AccountStore } from '../identity/index.ts';
import type { RoomSession, RoomStore } from '../rooms/index.ts';
import type { SettingsParts } from '../settings/index.ts';
import type { StreamTokens } from './stream-tokens.ts';

/** Status, settings and the right to watch, in the state of a room that a page gets. */
export const streamPart =
  (deps: {
    readonly accounts: Pick<AccountStore, 'findById'>;
    readonly rooms: Pick<RoomStore, 'get'>;
    readonly tokens: StreamTokens;
    readonly settingOf: SettingsParts['inRoom'];
    readonly edgeHost: string;
  }) =>
  async ({ room, person }: RoomSession): Promise<Partial<Payload<'v3.room.snapshot'>>> => {
    const [owner, row] = await Promise.all([
      deps.accounts.findById(room.ownerId),
      deps.rooms.get(room.ownerId),
    ]);
    const granted = owner && (await deps.tokens.find(row, owner, person.caller));
    return {
      chat: {
        status: row.status,
        subject: row.subject,
        subject_color: row.subjectColor,
        width: row.width,
        height: row.height,
      },
      ...(owner && { userSetting: deps.settingOf(owner.settings) as unknown as Record<string, unknown> }),
      ...(granted && {
        stream: {
          stream_name: granted.streamName,
          token: granted.token,
          expires_at: granted.expiresAt,
          edge_servers: [deps.edgeHost],
          quality_renditions: 4,
          width: row.width,
          height: row.height,
        },
      }),
    };
  };
