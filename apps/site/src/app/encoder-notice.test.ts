import { expect, test } from 'vitest';
import { encoderNotice } from './encoder-notice.ts';

const roles = new Set(['site', 'media'] as const);

test('a start without a port for encoders says so with what to do, and nothing where all is as it was set', () => {
  expect(encoderNotice({ roles, rtmpPort: 1935 }, null)).toMatch(/port 1935 is taken.*RTMP_PORT/);
  expect(encoderNotice({ roles, rtmpPort: 1935 }, 'rtmp://klieg.example:1935/live')).toBeUndefined();
  expect(encoderNotice({ roles, rtmpPort: 0 }, null)).toBeUndefined();
  expect(encoderNotice({ roles: new Set(['site'] as const), rtmpPort: 1935 }, null)).toBeUndefined();
});
