import { expect, test } from 'vitest';
import { makeLog } from './make-log.ts';

const written: string[] = [];
const log = makeLog({ part: 'test' }, { write: (line) => void written.push(line) });
const entry = (write: () => void): Record<string, unknown> => {
  written.length = 0;
  write();
  expect(written).toHaveLength(1);
  expect(written[0]!.endsWith('\n')).toBe(true);
  return JSON.parse(written[0]!) as Record<string, unknown>;
};

test('an entry is one line with its level, time, part, fields and message', () => {
  expect(entry(() => log.warn({ order: 7, list: ['a', 1, null] }, 'something'))).toEqual({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    part: 'test',
    order: 7,
    list: ['a', 1, null],
    message: 'something',
  });
});

test('an error is written with what caused it', () => {
  const error = new Error('it broke', { cause: new TypeError('the cause') });
  expect(entry(() => log.error({ err: error }, 'failed'))).toMatchObject({
    level: 'error',
    err: {
      type: 'Error',
      message: 'it broke',
      stack: expect.stringContaining('log.test') as string,
      cause: { type: 'TypeError', message: 'the cause' },
    },
  });
});

const SECRETS = [
  's3cr3t-value',
  'anna@example.org',
  '4242424242424242',
  '4242 4242 4242 4242',
  '3782-822463-10005',
];
const absent = (line: string) => {
  for (const secret of SECRETS) expect(line).not.toContain(secret);
};

test('fields that carry secrets are hidden by their name, also inside of others', () => {
  for (const name of [
    'cookie',
    'set-cookie',
    'authorization',
    'token',
    'node_token',
    'password',
    'secret',
    'x-csrf-token',
    'email',
    'card_number',
    'cvc',
    'stream_key',
    'sig',
  ])
    for (const fields of [
      { [name]: 's3cr3t-value' },
      { headers: { [name]: 's3cr3t-value' } },
      { request: { headers: { [name]: ['s3cr3t-value'] } } },
      { a: { request: { headers: { [name]: 's3cr3t-value' } } } },
    ]) {
      const found = entry(() => log.info(fields, 'x'));
      expect(JSON.stringify(found)).toContain('[hidden]');
      absent(JSON.stringify(found));
    }
});

test('mail addresses, card numbers and tokens are masked in texts, messages and errors', () => {
  const texts = [
    'sent to anna@example.org twice',
    'declined 4242 4242 4242 4242 now',
    'declined 4242424242424242',
    'card 3782-822463-10005',
    'GET /live/ws/abc?token=s3cr3t-value&rendition=1',
    'GET /live/hls/t/s3cr3t-value/abc/index.m3u8',
    'page report of /reset/s3cr3t-value',
    'page report of /confirm/s3cr3t-value?modal=login',
    'page report of /keep-email/s3cr3t-value',
    'page report of /setup/s3cr3t-value',
    'Authorization: Bearer s3cr3t-value',
    '/files/a.mp4?until=1&sig=s3cr3t-value',
  ];
  for (const text of texts) {
    const error = new Error(text, { cause: new Error(text) });
    entry(() => log.error({ err: error, deep: [{ list: [text] }], text }, text));
    absent(written[0]!);
    expect(written[0]).toMatch(/\[(?:hidden|card|address)\]/);
  }
  expect(entry(() => log.info({ pan: 4242424242424242 }, 'x'))['pan']).toBe('[card]');
});

test('times, ids and amounts stay as they are', () => {
  const fields = {
    at: 1763634846123,
    id: '0198f1a2-7c1d-7b5e-9a55-1d2f3a4b5c6d',
    tokens: 4_242,
    url: '/api/v1/user/current',
  };
  expect(entry(() => log.info(fields, 'x'))).toMatchObject(fields);
});

test('what refers to itself or has no end is still one line', () => {
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  expect(JSON.stringify(entry(() => log.info({ loop }, 'x')))).toContain('[deep]');
});
