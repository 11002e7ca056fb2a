import type { PerformerContent, PerformerRecord } from '@klieg/contract';
import { type AccountId, toInstant, type Uuid } from '@klieg/kernel';
import { utcDayOf } from '@klieg/kernel/time';
import type { VaultOwner } from '../onboarding/index.ts';
import type { Beside, Content } from './content-store.ts';
import type { Performer } from './find-performers.ts';

/** How a performer is called on the wire. */
export const idOf = (key: VaultOwner): string => (typeof key === 'string' ? key : `a${key}`);
export const keyOf = (id: string): VaultOwner =>
  id.startsWith('a') && !id.includes('-') ? (Number(id.slice(1)) as AccountId) : (id as Uuid);

type Name = PerformerRecord['names'][number];

function namesOf({ called, alias, stageNames, usedNames, since }: Performer): Name[] {
  const stage = [...new Set([...(alias ? [alias] : []), ...stageNames])];
  return [
    ...usedNames.map(({ kind, name, since: at }) => ({ name, kind, since: toInstant(at) })),
    ...stage.map((name): Name => ({ name, kind: 'stage_name', since: null })),
    ...(called === null ? [] : [{ name: called, kind: 'called' as const, since: toInstant(since) }]),
  ];
}

/** @param now a consent may be over without anybody having done anything */
export const presentRecord = (
  one: Performer,
  told: { readonly count: number; readonly lastAt: Date } | undefined,
  now: number,
): PerformerRecord => ({
  id: idOf(one.key),
  kind: typeof one.key === 'string' ? 'co_performer' : 'model',
  username: one.username,
  beside: one.beside,
  legal_names: [...one.legalNames],
  birth_date: one.birthDate,
  names: namesOf(one),
  state:
    one.state === 'approved' && one.endsOn !== null && one.endsOn < utcDayOf(now) ? 'expired' : one.state,
  broadcasts: told?.count ?? 0,
  last_on: told ? utcDayOf(told.lastAt) : null,
});

/** Where it was shown publicly, or to people who may see the room. */
const placeOf = ({ kind, username }: Content): string | null =>
  kind === 'message_picture' ? null : kind === 'fan_logo' ? `/${username}/fanclub` : `/${username}`;

export const presentContent = (
  one: Content,
  beside: readonly Pick<Beside, 'consentId' | 'name'>[],
): PerformerContent => ({
  id: one.id,
  kind: one.kind,
  broadcast_id: one.broadcastId,
  mode: one.kind === 'recording' ? (one.detail as PerformerContent['mode']) : null,
  camera: one.kind === 'house_camera' ? (one.detail as PerformerContent['camera']) : null,
  started_at: toInstant(one.startedAt),
  ended_at: one.endedAt && toInstant(one.endedAt),
  url: placeOf(one),
  performers: [
    { id: idOf(one.modelId), name: one.username },
    ...beside.map(({ consentId, name }) => ({ id: consentId, name })),
  ],
  withdrawn: one.isWithdrawn,
  removed_at: one.removedAt && toInstant(one.removedAt),
  erased_at: one.erasedAt && toInstant(one.erasedAt),
});
