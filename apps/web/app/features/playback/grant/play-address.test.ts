import { expect, test } from 'vitest';
import { nativeAddress, renewalAddress, socketAddress, tokenAddress } from './play-address.ts';

const PAGE = 'https://klieg.example/marlowe';

test('the player gets a WebSocket address with the stream name and the token (LIVE-VIDEO-033)', () => {
  expect(socketAddress('/live/ws/8f0c', 'st_1', PAGE)).toBe('wss://klieg.example/live/ws/8f0c?token=st_1');
  expect(socketAddress('ws://edge:9000/live/ws/8f0c?token=old', 'st_1', 'http://localhost:8080/')).toBe(
    'ws://edge:9000/live/ws/8f0c?token=st_1',
  );
});

test('every request of a playlist shows the newest token, and keeps what else it asks for (LIVE-VIDEO-034)', () => {
  expect(tokenAddress('/live/hls/8f0c/index.m3u8', 'st_1', PAGE)).toBe(
    'https://klieg.example/live/hls/8f0c/index.m3u8?token=st_1',
  );
  expect(
    tokenAddress('https://edge.example/live/hls/8f0c/480p/media.m3u8?_HLS_msn=4&token=old', 'st_2', PAGE),
  ).toBe('https://edge.example/live/hls/8f0c/480p/media.m3u8?_HLS_msn=4&token=st_2');
});

test('a player that loads by itself gets the token in the path (LIVE-VIDEO-034)', () => {
  expect(nativeAddress('/live/hls/8f0c/index.m3u8', 'st.1', PAGE)).toBe(
    'https://klieg.example/live/hls/t/st.1/8f0c/index.m3u8',
  );
  expect(nativeAddress('/live/hls/t/old/8f0c/index.m3u8?token=x', 'st.1', PAGE)).toBe(
    'https://klieg.example/live/hls/t/st.1/8f0c/index.m3u8',
  );
});

test('its page renews that token beside the playlist (LIVE-VIDEO-034)', () =>
  expect(renewalAddress('/live/hls/8f0c/index.m3u8', 'st.1', PAGE)).toBe(
    'https://klieg.example/live/hls/t/st.1/8f0c/token',
  ));
