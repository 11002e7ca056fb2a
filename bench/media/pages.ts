import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import { join, normalize } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const APP = join(ROOT, 'apps', 'web', 'app');
const PAGES = join(import.meta.dirname, '..', 'pages');
const HLS = join(ROOT, 'node_modules', 'hls.js', 'dist', 'hls.light.mjs');

const MODULE = /^\/(?:features|shared)\/[\w/-]+\.ts$/;
const PAGE = /^\/[\w-]+\.(html|js)$/;

async function readPage(path: string): Promise<[type: string, body: string] | undefined> {
  if (path === '/hls.js') return ['text/javascript', await readFile(HLS, 'utf8')];
  if (MODULE.test(path)) {
    const source = await readFile(join(APP, normalize(path)), 'utf8');
    return ['text/javascript', stripTypeScriptTypes(source)];
  }
  const extension = PAGE.exec(path)?.[1];
  if (!extension) return undefined;
  return [extension === 'html' ? 'text/html' : 'text/javascript', await readFile(join(PAGES, path), 'utf8')];
}

/**
 * Serves the pages of this folder, the site's own modules below /features/ and /shared/, hls.js, and what `answer`
 * gives as JSON for other addresses.
 */
export async function servePages(answer: (url: URL) => unknown): Promise<Server> {
  const serve = async (url: URL): Promise<[type: string, body: string] | undefined> => {
    const json = answer(url);
    return json === undefined ? readPage(url.pathname) : ['application/json', JSON.stringify(json)];
  };
  const server = createServer((request, response) => {
    serve(new URL(request.url ?? '', 'http://pages')).then(
      (page) =>
        page
          ? response.writeHead(200, { 'content-type': `${page[0]}; charset=utf-8` }).end(page[1])
          : response.writeHead(404).end(),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
