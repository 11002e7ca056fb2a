import { uuidv7 } from '@klieg/kernel';
import { describe, expect, test } from 'vitest';
import { codeOf, type JoinOptions, type Member, useTestSite } from '../../app/testing-site.ts';
import { read, textsOf, write } from './testing-talks.ts';

/* Whom the house has silenced in all rooms writes no messages either. */

const site = await useTestSite();
const open: JoinOptions = { settings: { pm_allow: 'all' } };
const warden = await site.join({ roles: ['site_mod'] });

const silence = async ({ username }: Member) =>
  (
    await warden.call('sanctionPerson', {
      params: { username },
      body: { kind: 'silence', scope: 'chat', reason_code: 'rules', statement: 'You have written to many.' },
    } as never)
  ).sanction_id;
const lift = (id: string) =>
  warden.call('liftSanction', { params: { id }, body: { note: 'They have said sorry.' } });

describe('whoever is silenced in all rooms', () => {
  test('writes to nobody, by page or socket, with a picture or as an answer, until it is lifted (direct_messages.silenced)', async () => {
    const [anna, ben] = [await site.join(open), await site.join(open)];
    await write(ben, anna, 'how are you?');
    const client_id = uuidv7();
    const params = { username: ben.username };
    const said = await anna.call('sendMessage', { params, body: { text: 'well', client_id } });
    const lobby = await anna.openLobby();
    const id = await silence(anna);
    expect(await codeOf(write(anna, ben, 'and you?'))).toBe('direct_messages.silenced');
    lobby.send('v3.pm.send', { client_id: uuidv7(), username: ben.username, message: 'and you?' });
    expect(await lobby.waitFor('v3.ack')).toMatchObject({ status: 0, errorType: 'silenced' });
    const form = new FormData();
    form.append('file', new File([new Uint8Array([1])], 'x.png', { type: 'image/png' }));
    expect(await codeOf(anna.call('uploadMessagePicture', { params, form }))).toBe(
      'direct_messages.silenced',
    );
    expect((await read(anna, ben)).can_write).toEqual({ ok: false, reason: 'silenced' });
    // What was sent before stays sent, also when it is sent again.
    const again = await anna.call('sendMessage', { params, body: { text: 'well', client_id } });
    expect(again.id).toBe(said.id);
    // They still get and read what others write.
    await write(ben, anna, 'are you there?');
    expect(await textsOf(anna, ben)).toEqual(['how are you?', 'well', 'are you there?']);
    await lift(id);
    await write(anna, ben, 'now I am');
    expect((await read(anna, ben)).can_write).toEqual({ ok: true, reason: null });
  });

  test('writes to nobody as a performer to all who follow (direct_messages.silenced)', async () => {
    const model = await site.join({ type: 'model' });
    await silence(model);
    const body = { audience: 'followers_tippers' as const, text: 'I am on air soon' };
    expect(await codeOf(model.call('broadcastMessage', { body }))).toBe('direct_messages.silenced');
  });

  test('may still ask to be friends, which carries no text; a silence of one room holds no message', async () => {
    const [anna, ben] = [await site.join(open), await site.join(open)];
    await silence(anna);
    expect(await codeOf(anna.call('requestFriend', { params: { username: ben.username }, body: {} }))).toBe(
      'not refused',
    );
    const model = await site.join({ type: 'model' });
    const body = { username: ben.username, action: 'silence', minutes: 5 } as never;
    await model.call('moderate', { params: { username: model.username }, body });
    await write(ben, anna, 'hello');
  });
});
