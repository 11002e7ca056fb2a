import { request } from 'node:http';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { test } from './test.ts';

const ADDRESSES = [
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%5c..%5cpackage.json',
  '/assets/%00',
  '/assets/%',
  '/assets/%ff',
  '/scenes/..%2f..%2f..%2fpackage.json',
  '/scenes/%2e%2e%2f%2e%2e%2f',
  '/scenes/%00.png',
  '/emoticons/..%2f..%2f',
  '/%',
  '/%ff',
  '/%00',
  '///evil.example',
  '/%2f%2fevil.example/',
  '/%2f%2fEvil.example/bio/',
  '/%5cevil.example/',
  '/a%0d%0aSet-Cookie:x=1',
  '/%252f%252fevil.example/',
  '/api/v1/%',
  '/api/v1/..%2f..%2fpackage.json',
  '/live/..%2f..%2f',
  '/thumbs/..%2f',
];

/** A request whose path is sent as it is written. */
async function statusOf(siteUrl: string, path: string, method = 'GET'): Promise<number> {
  const { port } = new URL(siteUrl);
  const asked = request({ host: '127.0.0.1', port, path, method });
  asked.end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode as number;
}

test('strange addresses are not found or refused, never a fault of the server', async ({ site }) => {
  const faults: string[] = [];
  for (const path of ADDRESSES) {
    const status = await statusOf(site.url, path);
    if (status < 400 || status >= 500) faults.push(`${status} ${path}`);
  }
  expect(faults).toEqual([]);
});

test('a page takes no other method than reading', async ({ site }) => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
    expect([method, String(await statusOf(site.url, '/girls', method))]).toEqual([
      method,
      expect.stringMatching(/^4/),
    ]);
});
