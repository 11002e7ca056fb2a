import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/* Sockets on bare `ws`: each is greeted once, every message comes back as it was, and who wants to join has joined. */

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => socket.send(data.includes('"join"') ? '42["joined"]' : data));
  socket.on('error', () => undefined);
  socket.send('0');
});
process.on('message', (message) => {
  if (message === 'usage') process.send?.({ cpu: process.cpuUsage(), memory: process.memoryUsage() });
});
process.once('disconnect', () => process.exit(0));
server.on('listening', () => process.send?.({ port: (server.address() as AddressInfo).port }));
