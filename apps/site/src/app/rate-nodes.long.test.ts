import { makeVisitor } from '@klieg/testing';
import { expect, test } from 'vitest';
import { codeOf } from './testing-site.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';

const nodes = await useSharedNodes();

test('who tries passwords at two nodes has the tries of one, and locks nobody else out (common.rate_limited)', async () => {
  await nodes.startNats();
  const [a, b] = await Promise.all([nodes.startNode('a'), nodes.startNode('b')]);
  const tryAt = async (url: string, login: string, address: string) => {
    const visitor = makeVisitor(url, { address });
    await visitor.arrive();
    return codeOf(visitor.call('login', { body: { login, password: 'guessed' } }));
  };
  // One household, whose addresses share their first 64 bits.
  for (let i = 0; i < 10; i++)
    expect(await tryAt(i % 2 ? a.url : b.url, 'anna', `2001:db8:1:2::${i + 1}`)).toBe(
      'identity.bad_credentials',
    );
  for (const node of [a, b])
    expect(await tryAt(node.url, 'anna', '2001:db8:1:2::99')).toBe('common.rate_limited');
  // Nobody else is locked out of the account by that.
  for (const address of ['2001:db8:1:3::1', '203.0.113.99'])
    for (const node of [a, b])
      expect(await tryAt(node.url, 'anna', address)).toBe('identity.bad_credentials');
  // One address, another account each time.
  for (let i = 0; i < 10; i++)
    expect(await tryAt(i % 2 ? a.url : b.url, `name_${i}`, '198.51.100.1')).toBe('identity.bad_credentials');
  for (const node of [a, b])
    expect(await tryAt(node.url, 'name_11', '198.51.100.1')).toBe('common.rate_limited');
});
