import { uuidv7 } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import { isLongRun } from '@klieg/testing/run-length';
import { expect, test } from 'vitest';
import { makeLinkStore } from '../features/credentials/link-store.ts';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* Free tokens are given once, on however many nodes somebody asks for them. */

const { database, startNats, startNode, join, loginAt } = await useSharedNodes();
const env = { PROMO_DAILY_TOKENS: '1000000' };

test.runIf(isLongRun)(
  'tokens of an unconfirmed address are credited once when it is confirmed on another node, and its pages are told (S2003)',
  async () => {
    await startNats();
    const a = await eventually(() => startNode('a', { env }));
    const b = await startNode('b', { env });
    const onA = await join(a.url, 'paul', 'other');
    await sql`update accounts set email_confirmed = false where username = 'paul'`.execute(database.kysely);
    const onB = await loginAt(b.url, 'paul');
    const lobby = await onA.openLobby();

    const redeem = (page: typeof onA) =>
      page
        .call('redeemPromo', { body: { promo_code: 'FREE_TOKENS' }, idempotencyKey: uuidv7() })
        .then(({ on_hold: isHeld }) => isHeld)
        .catch(() => undefined);
    const answers = await Promise.all([redeem(onA), redeem(onB), redeem(onA), redeem(onB)]);
    expect(answers.filter((isHeld) => isHeld === true)).toHaveLength(1);

    const links = makeLinkStore(database);
    const { rows } = await sql<{ id: string }>`
    select id from account_links where purpose = 'confirm' order by id desc limit 1`.execute(database.kysely);
    const token = await links.issue(rows[0]!.id as never);
    await onB.call('confirmEmail', { body: { token } });

    expect(await lobby.waitFor('v3.token.update', ({ type }) => type === 'promo')).toMatchObject({
      tokens: 20,
      token_change: 20,
    });
    const me = await onB.call('getCurrentUser');
    expect([me.tokens, me.user.free_tokens_on_hold]).toEqual([20, 0]);
    expect((await onB.call('listHistory')).items).toHaveLength(1);
  },
);
