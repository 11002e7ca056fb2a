import { afterEach, expect, test, vi } from 'vitest';
import { splitManifest } from './split-manifest.ts';
import { learnRouteImports } from './route-imports.ts';

const whole = {
  version: 'a1',
  entry: { module: '/assets/entry.js', imports: ['/assets/framework.js'] },
  routes: {
    root: { id: 'root', hasLoader: true, module: '/assets/root.js', imports: ['/assets/site.js'] },
    room: { id: 'room', hasLoader: true, module: '/assets/room.js', css: ['/assets/room.css'] },
  },
};
const split = splitManifest(`window.__reactRouterManifest=${JSON.stringify(whole)};`);
const page = globalThis as { __reactRouterManifest?: unknown };
const manifestOf = (script: string) => JSON.parse(script.slice(script.indexOf('=') + 1, -1)) as typeof whole;

afterEach(() => {
  vi.restoreAllMocks();
  delete page.__reactRouterManifest;
});

test('the table of routes keeps all but what each module imports, which stands in a file of its own', () => {
  expect(split.version).toBe('a1');
  expect(manifestOf(split.manifest)).toEqual({
    ...whole,
    routes: { root: { id: 'root', hasLoader: true, module: '/assets/root.js' }, room: whole.routes.room },
  });
  expect(JSON.parse(split.imports)).toEqual({ root: ['/assets/site.js'], room: [] });
  expect(() => splitManifest('export default {};')).toThrow('another form');
});

test('what modules import is learnt once, when the page is first used', async () => {
  const manifest = manifestOf(split.manifest);
  page.__reactRouterManifest = manifest;
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(split.imports));
  const stop = learnRouteImports();
  expect(asked).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('pointermove'));
  document.dispatchEvent(new Event('keydown'));
  await expect.poll(() => manifest.routes.root.imports).toEqual(['/assets/site.js']);
  expect(asked.mock.calls).toEqual([['/assets/route-imports-a1.json']]);
  stop();
});

test('a page that cannot fetch it, that is left, or whose table is whole goes on without it', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
  learnRouteImports()();
  document.dispatchEvent(new Event('keydown'));
  page.__reactRouterManifest = { version: 'a1', routes: { root: { imports: [] } } };
  const stop = learnRouteImports();
  document.dispatchEvent(new Event('keydown'));
  stop();
  page.__reactRouterManifest = manifestOf(split.manifest);
  learnRouteImports()();
  document.dispatchEvent(new Event('keydown'));
  expect(asked).not.toHaveBeenCalled();
  learnRouteImports();
  document.dispatchEvent(new Event('keydown'));
  await expect.poll(() => asked.mock.calls.length).toBe(1);
});
