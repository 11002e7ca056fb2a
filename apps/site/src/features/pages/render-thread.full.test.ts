import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@klieg/kernel';
import { eventually } from '@klieg/testing/eventually';
import { afterAll, expect, test } from 'vitest';
import { renderInThread } from './render-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'klieg-render-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// Pages of two addresses: one answers, one never ends.
const file = join(folder, 'pages.mjs');
writeFileSync(
  file,
  `const loader = ({ request }) => {
     if (request.url.endsWith('/spins')) for (;;);
     return new Response('a page');
   };
   const route = (id, path, parentId) => ({ id, path, parentId, module: { loader } });
   export const routes = { spins: route('spins', 'spins'), answers: route('answers', 'answers') };
   export const entry = { module: { default: () => new Response('whole'), servicesContext: {} } };
   export const assets = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' };
   export const [basename, publicPath, assetsBuildDirectory] = ['/', '/', ''];
   export const [future, isSpaMode, ssr, prerender] = [{}, false, true, []];
   export const routeDiscovery = { mode: 'initial' };`,
);

test('a page that never ends is ended after its time, and the next ones are rendered', async () => {
  const render = renderInThread(file, silentLog, 500);
  const services = { nonce: 'n', hasDevPages: false };
  const ask = (path: string) => render(new Request(`http://localhost${path}`), services);
  const textOf = async () => (await ask('/answers')).text();
  // A slow machine may need more than this short time for one page.
  const answers = () => eventually(async () => expect(await textOf()).toBe('a page'));
  await answers();
  await expect(ask('/spins')).rejects.toThrow('rendering ended');
  await answers();
});
