import { expect, test } from 'vitest';
import { socketAddress } from './play-address.ts';

test('the player gets a WebSocket address with the stream name and the token (LIVE-VIDEO-033)', () => {
  expect(socketAddress('/live/ws/8f0c', 'st_1', 'https://klieg.example/marlowe')).toBe(
    'wss://klieg.example/live/ws/8f0c?token=st_1',
  );
  expect(socketAddress('ws://edge:9000/live/ws/8f0c?token=old', 'st_1', 'http://localhost:8080/')).toBe(
    'ws://edge:9000/live/ws/8f0c?token=st_1',
  );
});
