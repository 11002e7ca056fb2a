#!/usr/bin/env node
/*
 * Checks an unpacked archive of your data: that every file is as the site has signed it, and that none was added or
 * removed. Needs Node.js and nothing else.
 * //   node check-archive.mjs <key>
 * // <key> is the key of the site as its settings page shows it. Without it the key that came with the archive is used,
 * which proves that nothing was damaged, but not who has signed it.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));
const read = (name) => readFileSync(join(folder, name));
/** The archive's own description cannot be in its own list. */
const UNLISTED = new Set(['manifest.json', 'manifest.sig', 'public-key.txt']);
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

const given = process.argv[2];
const key = (given ?? read('public-key.txt').toString()).trim();
const publicKey = createPublicKey({
  key: Buffer.concat([SPKI_HEAD, Buffer.from(key, 'base64url')]),
  format: 'der',
  type: 'spki',
});
const manifest = read('manifest.json');
const signature = Buffer.from(read('manifest.sig').toString().trim(), 'base64url');
const faults = [];
if (!verify(null, manifest, publicKey, signature)) faults.push('the signature does not belong to this key');

const sha256Of = async (name) => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(join(folder, ...name.split('/')))) hash.update(chunk);
  return hash.digest('hex');
};
const listed = new Map(JSON.parse(manifest.toString()).files.map((file) => [file.name, file]));
for (const { name, sha256 } of listed.values())
  if (!existsSync(join(folder, ...name.split('/')))) faults.push(`${name} is missing`);
  else if ((await sha256Of(name)) !== sha256) faults.push(`${name} was changed`);
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const name = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
  if (!listed.has(name) && !UNLISTED.has(name)) faults.push(`${name} was added`);
}

for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.exit(1);
process.stdout.write(
  `${listed.size} files are as they were signed by ${key}${given ? '' : ' (the key in the archive)'}\n`,
);
