// Writes the SVG sprite and the union of icon names from icon-list.json: `node packages/ui/scripts/generate-icons.mjs`.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/icons/', import.meta.url));
const assets = join(
  dirname(createRequire(import.meta.url).resolve('@phosphor-icons/core/assets/regular/x.svg')),
  '..',
);
const names = JSON.parse(readFileSync(join(folder, 'icon-list.json'), 'utf8')).toSorted();

const fileOf = (name) => {
  const [shape, weight = 'regular'] = name.split(':');
  return join(assets, weight, weight === 'regular' ? `${shape}.svg` : `${shape}-${weight}.svg`);
};
const symbolOf = (name) => {
  const drawing = readFileSync(fileOf(name), 'utf8')
    .replace(/^[\s\S]*?<svg[^>]*>/, '')
    .replace('</svg>', '')
    .trim();
  return `<symbol id="${name.replace(':', '-')}" viewBox="0 0 256 256">${drawing}</symbol>`;
};

const sprite = `<svg xmlns="http://www.w3.org/2000/svg">\n${names.map(symbolOf).join('\n')}\n</svg>\n`;
writeFileSync(join(folder, 'sprite.svg'), sprite);

const union = names.map((name) => `  | '${name.replace(':', '-')}'`).join('\n');
writeFileSync(
  join(folder, 'icon-name.ts'),
  `/** Names of the icons in the sprite; written by scripts/generate-icons.mjs. */\nexport type IconName =\n${union};\n`,
);
