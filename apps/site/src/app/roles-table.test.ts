import { readFileSync } from 'node:fs';
import { api, type Api, type Call } from '@klieg/contract';
import { describe, expect, test } from 'vitest';
import { readCommand } from '../features/room-chat/commands.ts';
import { refuseLine } from '../features/room-chat/chat-rules.ts';
import { mayModerate } from '../features/room-chat/moderation-rules.ts';
import { permissionOf, refusalOf } from '../features/permissions/permission-table.ts';
import type { Principal } from '../features/permissions/principal.ts';
import { canModerate, isStaffRole, type Role } from '../features/rooms/index.ts';
import { eyesOf, invisibleLevelFor, isListedFor } from '../features/rooms/access/sight-rules.ts';

/* The table of docs/roles.md is made of the rules themselves; on a difference the wanted one is printed. */

const COLUMNS = ['guest', 'viewer', 'room moderator', 'streamer', 'site moderator', 'model admin'] as const;
type Column = (typeof COLUMNS)[number];

const roleOf: Readonly<Record<Column, Role>> = {
  guest: 'viewer',
  viewer: 'viewer',
  'room moderator': 'moderator',
  streamer: 'streamer',
  'site moderator': 'site_mod',
  'model admin': 'model_admin',
};

/** What each column is to the permissions: an account, and what it is in the room. */
const callers: Readonly<Record<Column, ReadonlySet<Principal>>> = {
  guest: new Set(['guest']),
  viewer: new Set(['member', 'viewer']),
  'room moderator': new Set(['member', 'viewer', 'room_moderator']),
  streamer: new Set(['member', 'model', 'approved_model', 'streamer']),
  'site moderator': new Set(['member', 'viewer', 'site_mod']),
  'model admin': new Set(['member', 'viewer', 'model_admin']),
};
const call =
  (name: keyof Api) =>
  (column: Column): boolean =>
    refusalOf(permissionOf[(api[name] as Call).who], callers[column]) === null;
const byRole = (decide: (role: Role) => boolean) => (column: Column) => decide(roleOf[column]);

const line = {
  isSilenced: false,
  emailConfirmed: true,
  hasTokens: true,
  hasTippedLately: false,
  hasTippedEver: false,
};
const mayWrite = (facts: Partial<Parameters<typeof refuseLine>[0]>) => (column: Column) =>
  refuseLine({
    ...line,
    isLoggedIn: column !== 'guest',
    isPrivileged: canModerate(roleOf[column]),
    chatAllowed: 'all',
    isFollowerEnough: true,
    ...facts,
  }) === null;
const sanctions = (subject: Role) => (column: Column) =>
  column !== 'guest' && mayModerate(roleOf[column], subject, false);

const CAPABILITIES: readonly (readonly [string, (column: Column) => boolean])[] = [
  ['read a room and its lines', () => true],
  ['enter in spite of a ban, a blocked country or a password', byRole(isStaffRole)],
  ['write where everybody may', mayWrite({})],
  ['write where tips are asked for', mayWrite({ chatAllowed: 'tip_recent' })],
  ['write where following is asked for', mayWrite({ isFollowerEnough: false })],
  ['write while silenced', mayWrite({ isSilenced: true })],
  ['write past slow mode, words and links', byRole(canModerate)],
  ['`/play_sound`', byRole((role) => readCommand('/play_sound bell', role).kind !== 'refused')],
  ['`/setmode`', byRole((role) => readCommand('/setmode all', role).kind !== 'refused')],
  ['see the list of people', (column) => column !== 'guest'],
  ['see the list where the performer hides it', byRole((role) => eyesOf(role) !== 'viewers')],
  ['see people who hide (levels 1 and 2)', byRole((role) => isListedFor(2, eyesOf(role)))],
  ['see staff on duty', byRole((role) => isListedFor(3, eyesOf(role)))],
  ['are not seen themselves by viewers', byRole((role) => invisibleLevelFor(0, role) === 3)],
  ['see balances, cards and addresses of people', byRole((role) => eyesOf(role) === 'staff')],
  ['read names in moderation', byRole(canModerate)],
  ['ban, kick and silence viewers and guests', sanctions('viewer')],
  ['ban, kick and silence room moderators', sanctions('moderator')],
  ['ban, kick and silence streamer and staff', sanctions('streamer')],
  ['take lines away, one or those of a person', call('deleteLine')],
  ['take all lines away', (column) => call('clearChat')(column) && isStaffRole(roleOf[column])],
  ['read sanctions and the log', call('listModerationLog')],
  ['set words, slow mode, links and the shield', call('saveShield')],
  ['show or drop held lines', call('decideHeldLine')],
  ['decide unban requests', call('decideUnbanRequest')],
  ['name room moderators', call('setModerator')],
  ['set the subject', call('setSubject')],
  ['follow, befriend, write messages, keep notes', call('follow')],
  ['ignore and hide people', call('ignorePerson')],
  ['write to all followers who have tipped', call('broadcastMessage')],
  ['see the own followers', call('listFollowers')],
  ['report', call('createReport')],
];

const render = (): string => {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['', ...COLUMNS]),
    row(['---', ...COLUMNS.map(() => ':-:')]),
    ...CAPABILITIES.map(([name, may]) => row([name, ...COLUMNS.map((column) => (may(column) ? '●' : ''))])),
  ].join('\n');
};

describe('docs/roles.md', () => {
  test('says who may do what as the rules decide it (MODERATION-ROLES-018) (MODERATION-ROLES-019) (MODERATION-ROLES-020)', () => {
    const text = readFileSync(new URL('../../../../docs/roles.md', import.meta.url), 'utf8');
    expect(text).toContain(render());
  });
});
