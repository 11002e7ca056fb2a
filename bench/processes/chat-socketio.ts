import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { uuidv7 } from '@klieg/kernel';
import { Server } from 'socket.io';
import { openDatabase } from '../../apps/site/src/platform/postgres/index.ts';

/*
 * A chat of rooms on Socket.IO without any rule: what is sent to a room goes to all who joined it. With a
 * database as argument 1 each connection has to log in first, by a key that counts once.
 */

const server = createServer();
const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });

if (process.argv[2]) {
  const { pool } = openDatabase(JSON.parse(process.argv[2]) as Parameters<typeof openDatabase>[0]);
  const logIn = async (key: unknown): Promise<boolean> => {
    const { rowCount } = await pool.query({
      name: 'log-in',
      text: `delete from node_tokens t using accounts a
        where t.token_hash = sha256($1::bytea) and t.expires_at > now() and a.id = t.account_id
        returning a.id, a.username, a.display_name, a.gender, t.room`,
      values: [String(key)],
    });
    return rowCount === 1;
  };
  io.use(async (socket, next) => {
    const isIn = await logIn(socket.handshake.auth['key']).catch(() => false);
    next(isIn ? undefined : new Error('unauthorized'));
  });
}

io.on('connection', (socket) => {
  socket.on('join', async (room: string) => {
    await socket.join(room);
    socket.emit('joined');
  });
  socket.on('chat', ({ room, message }: { room: string; message: string }) =>
    io.to(room).emit('v3.chat.message', {
      message,
      username: 'alice_in_chains',
      display_name: 'Alice',
      gender: 'f',
      is_model: false,
      is_vip: false,
      is_super_vip: false,
      has_tokens: true,
      has_purchase: true,
      is_guest: false,
      recentTips: 25,
      recent_purchases: 1,
      user_language: 'en',
      id: uuidv7(),
      at: Date.now(),
      mode: 'public',
      type: 'text',
      is_moderator: false,
    }),
  );
});
process.on('message', (message) => {
  if (message === 'usage') process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage() });
});
process.once('disconnect', () => process.exit(0));
server.listen({ port: 0, host: '127.0.0.1', backlog: 4_096 }, () =>
  process.send?.({ port: (server.address() as AddressInfo).port }),
);
