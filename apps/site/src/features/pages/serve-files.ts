import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const demoScenes = fileURLToPath(new URL('../../../../demo/scenes', import.meta.url));

/** The built files of pages, and the demo's drawings. @param assets absent in development, where Vite serves them */
export async function serveFiles(app: FastifyInstance, assets: string | undefined): Promise<void> {
  if (assets) {
    await app.register(fastifyStatic, {
      root: assets,
      prefix: '/assets/',
      immutable: true,
      maxAge: '1y',
      index: false,
      preCompressed: true,
    });
    // Stored chat lines name these files for years, so their names never carry a hash.
    await app.register(fastifyStatic, {
      root: join(assets, '../emoticons'),
      prefix: '/emoticons/',
      maxAge: '7d',
      index: false,
      decorateReply: false,
    });
  }
  await app.register(fastifyStatic, {
    root: demoScenes,
    prefix: '/scenes/',
    maxAge: '1d',
    index: false,
    decorateReply: false,
  });
}
