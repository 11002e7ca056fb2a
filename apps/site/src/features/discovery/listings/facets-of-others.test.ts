import { silentLog } from '@klieg/kernel';
import { expect, test } from 'vitest';
import { noCardExtras } from '../../rooms/index.ts';
import { makeBrowse } from '../browse.ts';
import { makeCatalog } from '../catalog.ts';
import type { Facet } from '../index/facet-index.ts';

const place = { country: 'DE', state: null };
const model = (id: number, username: string) => ({
  id: id as never,
  username,
  displayName: username,
  gender: 'f' as const,
  showAge: true,
  displayAge: null,
  birthDate: '1990-01-01',
  countryCode: 'DE',
  region: null,
  languages: [],
  tags: ['piano', 'unheard-of'],
  roles: [],
  avatarUrl: null,
  pictureUrl: null,
  privateEnabled: true,
  privateCost: 30,
  spyCost: 0,
  cam2cam: false,
  isVoyeurCam: false,
  isFeatured: false,
  isAudioOnly: false,
  hasFanClub: false,
  showHome: true,
  blockedCountries: [],
  blockedStates: [],
  createdAt: new Date('2026-01-01'),
  approvedAt: new Date('2026-01-01'),
  status: 'offline' as const,
  subject: '',
  streamName: null,
  broadcastId: null,
  height: null,
  startedAt: null,
  lastOnlineAt: null,
  ratingCounts: [],
});

/** Lists over performers of whom other features say what they know. */
async function lists(
  studios: Readonly<Record<string, string>>,
  facets: Readonly<Record<string, Facet[]>> = {},
  live: readonly string[] = [],
) {
  const models = ['anna', 'bea', 'cleo'].map((name, at) => ({
    ...model(at + 1, name),
    status: live.includes(name) ? ('online' as const) : ('offline' as const),
  }));
  const catalog = makeCatalog({
    rooms: {
      listModels: async (ids) => models.filter(({ id }) => ids.includes(id)),
      listModelIds: async (after) => models.map(({ id }) => id).filter((id) => id > after),
      listChanged: async () => [],
      listOpenIds: async () => [],
    },
    cardParts: {
      empty: noCardExtras,
      read: async (asked) =>
        asked.map(({ username }) => ({ ...noCardExtras, studio_slug: studios[username] ?? null })),
    },
    board: { of: () => undefined, onChange: () => () => undefined },
    readStandings: async () => new Map(),
    readFacets: async (asked) => asked.map(({ username }) => facets[username] ?? []),
    clock: { now: () => Date.UTC(2026, 10, 20) },
    log: silentLog,
  });
  await catalog.reload();
  catalog.close();
  const { browsePage } = makeBrowse(catalog, {
    approvedTags: new Set(['piano']),
    liveShowTags: new Set<string>(),
    partnerStudio: 'north-light',
  });
  return (path: string) => {
    const { result, index } = browsePage(path, { page: 1, perPage: 10, hide: [], place });
    return { names: result.userList.map(({ username }) => username), index, title: result.seo.h1 };
  };
}

test('the partner list has the models of the studio that the configuration names, under its own address; without any it is not indexed (BROWSE-038)', async () => {
  const list = await lists({ anna: 'north-light', bea: 'south-light', cleo: 'north-light' });
  expect(list('/julmodels')).toEqual({
    names: ['anna', 'cleo'],
    index: { canonical: '/julmodels', robots: null },
    title: 'Jul models',
  });
  const nobody = await lists({});
  expect(nobody('/julmodels')).toMatchObject({
    names: [],
    index: { canonical: null, robots: 'noindex, follow' },
  });
});

test('live rooms with a toy that viewers may control are listed as soon as somebody tells of them; until then the list is empty and not indexed', async () => {
  const offered: Record<string, Facet[]> = { anna: ['flag:control_her'], bea: ['flag:control_her'] };
  const list = await lists({}, offered, ['bea', 'cleo']);
  expect(list('/girls/control-her')).toMatchObject({
    names: ['bea'],
    index: { canonical: '/girls/control-her', robots: null },
  });
  expect(list('/men/control-her').names).toEqual([]);
  const nobody = await lists({}, {}, ['bea', 'cleo']);
  expect(nobody('/girls/control-her')).toMatchObject({
    names: [],
    index: { canonical: null, robots: 'noindex, follow' },
  });
});

test('pages of tags are indexed where the operator has approved them, and pairs under one of their two addresses', async () => {
  const list = await lists({});
  expect(list('/girls/tag/piano').index).toEqual({ canonical: '/girls/tag/piano', robots: null });
  expect(list('/girls/tag/unheard-of').index).toEqual({ canonical: null, robots: 'noindex' });
  expect(list('/girls/tag/piano/unheard-of').index.robots).toBe('noindex');
  expect(list('/girls/tag/piano/piano').index.canonical).toBe('/girls/tag/piano');
});
