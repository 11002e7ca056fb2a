import { describe, expect, test } from 'vitest';
import { useTestSite } from '../../app/testing-site.ts';
import { readCspReports } from './serve-csp-reports.ts';

const OLD = {
  'csp-report': {
    'document-uri': 'https://cams.example/reset/abcdef?mail=a@b.example',
    'violated-directive': "script-src 'self'",
    'blocked-uri': 'https://ads.example/pixel.js?who=1',
  },
};
const NEW = [
  {
    type: 'csp-violation',
    body: { documentURL: 'https://cams.example/', effectiveDirective: 'img-src', blockedURL: 'inline' },
  },
];

describe('reports of browsers', () => {
  test('both forms are read, and say neither who nor where exactly', () => {
    expect(readCspReports(JSON.stringify(OLD))).toEqual([
      {
        directive: 'script-src',
        blocked: 'https://ads.example',
        page: 'https://cams.example/reset/[hidden]',
      },
    ]);
    expect(readCspReports(JSON.stringify(NEW))).toEqual([
      { directive: 'img-src', blocked: 'inline', page: 'https://cams.example/' },
    ]);
  });

  test('what is no report is none, and directives that nobody knows are one kind', () => {
    for (const body of ['', 'null', '[]', '7', '{"csp-report":[]}', '[[{"body":{}}]]', '{not json'])
      expect(readCspReports(body), body).toEqual([]);
    expect(readCspReports('{"body":{"effectiveDirective":"made-up-7"}}')[0]?.directive).toBe('other');
    expect(readCspReports(JSON.stringify(Array.from({ length: 50 }, () => NEW[0])))).toHaveLength(10);
  });
});

const site = await useTestSite();
const send = (body: string, type = 'application/csp-report') =>
  fetch(`${site.url}/api/v1/csp-report`, { method: 'POST', headers: { 'content-type': type }, body });

test('a browser without a cookie is answered with nothing, and its report is counted', async () => {
  const answer = await send(JSON.stringify(OLD));
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  expect((await send(JSON.stringify(NEW), 'application/reports+json')).status).toBe(204);
  const metrics = await (await fetch(`${site.url}/metrics`)).text();
  expect(metrics).toContain('klieg_csp_refusals_total{directive="script-src"} 1');
  expect(metrics).toContain('klieg_csp_refusals_total{directive="img-src"} 1');
});

test('a body that is too large or of another kind is refused, and whoever sends many is held', async () => {
  expect((await send('x'.repeat(17 * 1024))).status).toBe(413);
  expect((await send('a=b', 'application/x-www-form-urlencoded')).status).toBe(415);
  const answers = await Promise.all(Array.from({ length: 80 }, () => send('{}')));
  expect(answers.map(({ status }) => status)).toContain(429);
});
