import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// Assets never change under their name, so they are compressed once, as well as it goes, when they are built.
const root = join(import.meta.dirname, 'build/client/assets');
const brotli = (data: Buffer) =>
  promisify(brotliCompress)(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
const gzipBest = (data: Buffer) => promisify(gzip)(data, { level: 9 });

const files = (await readdir(root)).filter((name) => /\.(?:js|json|css|svg)$/u.test(name));
await Promise.all(
  files.map(async (name) => {
    const data = await readFile(join(root, name));
    await writeFile(join(root, `${name}.br`), await brotli(data));
    await writeFile(join(root, `${name}.gz`), await gzipBest(data));
  }),
);
