import { mkdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Where media processes bring the pieces of recordings, in place of the site. */
export interface PieceShelf {
  readonly url: string;
  /** Pieces that came, and runs that have ended. */
  readonly counts: { pieces: number; ended: number };
  close(): void;
}

const PATH = /^\/internal\/media\/pieces\/([\w-]+)\/(\d+)\/(\d+|end)(\/poster)?$/;

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Keeps pieces as files until their recording is over, as the site does until it has joined them. */
export async function startPieceShelf(folder: string): Promise<PieceShelf> {
  const counts = { pieces: 0, ended: 0 };
  const take = async (request: IncomingMessage): Promise<number> => {
    const body = await bodyOf(request);
    const [, id, run, what, poster] = PATH.exec(request.url ?? '') ?? [];
    if (!id || !run || !what) return 404;
    const own = join(folder, `${id}-${run}`);
    if (what === 'end') {
      counts.ended += 1;
      await rm(own, { recursive: true, force: true });
    } else if (!poster) {
      counts.pieces += 1;
      mkdirSync(own, { recursive: true });
      await writeFile(join(own, what), body);
    }
    return 204;
  };
  const server = createServer((request, response) => {
    take(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
