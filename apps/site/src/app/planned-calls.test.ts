import { api, plannedByFeature } from '@klieg/contract';
import { describe, expect, test } from 'vitest';
import { useTestSite } from './testing-site.ts';
import { wireCalls } from './testing-wire-calls.ts';

const { url } = await useTestSite();
const withoutNames = (call: string) => call.replace(/\{\w+\}/g, '{}');
const served = Object.values(api).map(({ route: [method, path] }) => `${method} ${path}`);
const planned = Object.values(plannedByFeature)
  .flat()
  .map(([method, path]) => `${method} ${path}`);

describe('the calls of the wire page', () => {
  test('are served or planned, each once', () => {
    expect(wireCalls.length).toBeGreaterThan(400);
    const known = [...served, ...planned].map(withoutNames);
    expect(wireCalls.filter((call) => !known.includes(withoutNames(call)))).toEqual([]);
    expect(known.filter((call, at) => known.indexOf(call) !== at)).toEqual([]);
  });

  test('are all that is planned', () => {
    const calls = wireCalls.map(withoutNames);
    expect(planned.filter((call) => !calls.includes(withoutNames(call)))).toEqual([]);
  });

  test('that nobody serves yet answer 501 to anybody, whatever is sent (common.not_yet)', async () => {
    for (const [method, path] of Object.values(plannedByFeature).flat()) {
      const response = await fetch(`${url}/api/v1${path.replace(/\{\w+\}/g, 'anna')}`, {
        method,
        ...(method !== 'GET' && { body: '<x>', headers: { 'content-type': 'text/xml' } }),
      });
      expect(response.status, `${method} ${path}`).toBe(501);
      expect(await response.json(), `${method} ${path}`).toMatchObject({
        status: 0,
        code: 'common.not_yet',
        params: {},
        request_id: expect.any(String) as string,
      });
    }
  });

  test('a planned path asked with another method knows that it is one (common.method_not_allowed)', async () => {
    const response = await fetch(`${url}/api/v1/private/requests`, { method: 'DELETE' });
    expect(response.status).toBe(405);
  });
});
