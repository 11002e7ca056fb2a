import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { splitManifest } from './app/shared/navigation/split-manifest.ts';

// Runs behind the build: what routes import becomes a file of its own.
const root = join(import.meta.dirname, 'build/client/assets');
const [file, ...others] = (await readdir(root)).filter((name) => /^manifest-.*\.js$/u.test(name));
if (!file || others.length > 0) throw new Error('there is not one table of routes');
const { version, manifest, imports } = splitManifest(await readFile(join(root, file), 'utf8'));
await writeFile(join(root, file), manifest);
await writeFile(join(root, `route-imports-${version}.json`), imports);
