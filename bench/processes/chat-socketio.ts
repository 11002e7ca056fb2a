import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { uuidv7 } from '@klieg/kernel';
import { Server } from 'socket.io';

/* A chat of rooms on Socket.IO without any rule: what is sent to a room goes to all who joined it. */

const server = createServer();
const io = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false });
io.on('connection', (socket) => {
  socket.on('join', (room: string) => void socket.join(room));
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
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
