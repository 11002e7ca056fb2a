import type { Payload } from '@klieg/contract';
import type { AccountId } from '@klieg/kernel';
import { askByKey, askTogether } from '#site/platform/postgres/index.ts';
import type { AccountStore } from '../../identity/index.ts';
import type { RoomSession, RoomStore } from '../../rooms/index.ts';
import type { SettingsParts } from '../../settings/index.ts';
import type { StreamTokens } from './stream-tokens.ts';

/** Status, settings and the right to watch, in the state of a room that a page gets. */
export function streamPart(deps: {
  readonly accounts: Pick<AccountStore, 'listByIds'>;
  readonly rooms: Pick<RoomStore, 'listOf'>;
  readonly tokens: Pick<StreamTokens, 'findMany'>;
  readonly settingOf: SettingsParts['inRoom'];
  readonly edgeHost: string;
}) {
  /** The part that is the same for everybody in a room. */
  const readRoom = askByKey(async (roomIds: readonly AccountId[]) => {
    const [owners, rows] = await Promise.all([deps.accounts.listByIds(roomIds), deps.rooms.listOf(roomIds)]);
    const ownerOf = new Map(owners.map((owner) => [owner.id, owner]));
    return new Map(
      rows.map((row) => {
        const owner = ownerOf.get(row.accountId);
        const userSetting = owner && (deps.settingOf(owner.settings) as unknown as Record<string, unknown>);
        return [row.accountId, { owner, row, userSetting }];
      }),
    );
  });

  const findToken = askTogether(deps.tokens.findMany);

  return async ({ room, person }: RoomSession): Promise<Partial<Payload<'v3.room.snapshot'>>> => {
    const { owner, row, userSetting } = (await readRoom(room.ownerId))!;
    const granted = owner && (await findToken({ row, owner, caller: person.caller }));
    return {
      chat: {
        status: row.status,
        subject: row.subject,
        subject_color: row.subjectColor,
        width: row.width,
        height: row.height,
      },
      ...(userSetting && { userSetting }),
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
}
