import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const read = (name: string): Buffer => readFileSync(new URL(`./files/${name}`, import.meta.url));

/** What the browser asks for by a fixed address: the service worker, its page for when it is offline, the manifest. */
const FILES = [
  ['/sw.js', 'sw.js', 'text/javascript; charset=utf-8'],
  ['/offline.html', 'offline.html', 'text/html; charset=utf-8'],
  ['/manifest.webmanifest', 'manifest.webmanifest', 'application/manifest+json'],
  ['/app-icon.svg', 'app-icon.svg', 'image/svg+xml'],
] as const;

/** GET of the files of the installed app. They are small and rarely requested, so they are never cached. */
export function serveWorkerFiles(app: FastifyInstance): void {
  for (const [path, name, type] of FILES) {
    const bytes = read(name);
    app.get(path, (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'no-cache')
        .header('x-content-type-options', 'nosniff')
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; connect-src 'self'; img-src 'self'",
        )
        .send(bytes),
    );
  }
}
