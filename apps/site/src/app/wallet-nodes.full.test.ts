import { silentLog, uuidv7 } from '@klieg/kernel';
import { makeSandboxBiller } from '@klieg/sandbox';
import type { Visitor, VisitorSocket } from '@klieg/testing';
import { eventually } from '@klieg/testing/eventually';
import { sql } from 'kysely';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { useSharedNodes } from './testing-shared-nodes.ts';

/* What somebody has to spend is known to every page of theirs, on whichever node. */

const { database, startNats, startNode, join, loginAt } = await useSharedNodes();
const secret = 'of the sandbox';
const biller = makeSandboxBiller({ secret, log: silentLog });
await biller.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => biller.close());
const billerUrl = `http://127.0.0.1:${(biller.server.address() as AddressInfo).port}`;
const sandbox = { publicUrl: billerUrl, serverUrl: billerUrl, secret };

const write = (page: VisitorSocket, message: string) => {
  const client_id = uuidv7();
  page.send('v3.chat.send', { client_id, message });
  return page.waitFor('v3.ack', (ack) => ack.client_id === client_id);
};
/** Buys 550 tokens and fills in the page of the biller. */
async function buy(buyer: Visitor): Promise<void> {
  const { purchase_link: link } = await buyer.call('getPurchaseLink', {
    params: { internal_id: 'tokens_500' },
  });
  await fetch(`${billerUrl}/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      query: link.slice(link.indexOf('?') + 1),
      number: '4242 4242 4242 4242',
      expiry: '12/34',
      code: '123',
    }).toString(),
  });
}

test('two pages on two nodes may write for tokens as soon as one of them has bought some, and no longer when both are spent (LEDGER-TIP-002) (SETTINGS-009)', async () => {
  await startNats();
  const [a, b] = await Promise.all([
    eventually(() => startNode('a', { sandbox })),
    eventually(() => startNode('b', { sandbox })),
  ]);
  await join(a.url, 'mona', 'model');
  await sql`update accounts set settings = settings || '{"chat_allowed":"tokens"}'::jsonb
    where username = 'mona'`.execute(database.kysely);
  const onA = await join(a.url, 'paul', 'other');
  const onB = await loginAt(b.url, 'paul');
  const [lobbyA, lobbyB] = [await onA.openLobby(), await onB.openLobby()];
  const pages = [await onA.openRoom(lobbyA, 'mona'), await onB.openRoom(lobbyB, 'mona')];
  for (const page of pages)
    expect(await write(page, 'before')).toMatchObject({ status: 0, errorType: 'not_allowed' });

  await buy(onA);
  for (const lobby of [lobbyA, lobbyB])
    expect(await lobby.waitFor('v3.token.update', ({ type }) => type === 'purchase')).toMatchObject({
      tokens: 550,
      token_change: 550,
    });
  for (const page of pages) {
    const line = uuidv7();
    expect(await write(page, line)).toMatchObject({ status: 1 });
    for (const reader of pages)
      expect(await reader.waitFor('v3.chat.message', ({ message }) => message === line)).toMatchObject({
        has_tokens: true,
      });
  }

  // Spent on the one node, it is spent on the other.
  const { id } = (await (await loginAt(b.url, 'mona')).call('getCurrentUser')).user;
  await onB.call('sendTip', {
    params: { id: String(id) },
    body: { amount: 550 },
    idempotencyKey: uuidv7(),
  });
  for (const lobby of [lobbyA, lobbyB])
    expect(await lobby.waitFor('v3.token.update', ({ type }) => type === 'tip')).toMatchObject({
      tokens: 0,
    });
  for (const page of pages)
    await eventually(async () =>
      expect(await write(page, 'after')).toMatchObject({ status: 0, errorType: 'not_allowed' }),
    );
});
