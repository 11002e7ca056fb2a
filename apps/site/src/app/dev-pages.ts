import { fileURLToPath } from 'node:url';
import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';
import type { DevPages } from './start.ts';

const webRoot = fileURLToPath(new URL('../../../web/', import.meta.url));

/** Pages straight from their sources, with hot reload. */
export async function startDevPages(): Promise<DevPages> {
  const vite = await createServer({
    root: webRoot,
    configFile: `${webRoot}vite.config.ts`,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { port: 24_678 } },
  });
  return {
    loadPages: () =>
      vite.ssrLoadModule('virtual:react-router/server-build') as Promise<unknown> as Promise<ServerBuild>,
    middleware: (request, response, next) => vite.middlewares(request, response as never, next),
    close: () => vite.close(),
  };
}
