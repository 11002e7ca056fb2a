import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { createCompiledCatalog, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

/*
 * `messages.po?part=…` is the part of a catalogue that one kind of page needs, so that a first visit does not
 * bring the texts of the whole product: `every` for what all pages draw, `room` for what the room adds, `other`
 * for the rest. A text belongs to a part by the files that use it, and these are found by following the imports.
 */

const PARTS = {
  every: [
    'root.tsx',
    'shell/layout/site-layout.tsx',
    'routes/home.tsx',
    'shell/frames/browse-frame.tsx',
    'shell/frames/listing-frame.tsx',
  ],
  room: ['shell/room/room-frame.tsx'],
  other: [],
} as const;
type Part = keyof typeof PARTS;

/** Types, and code that comes together with the texts of all pages (shared/language/with-texts.ts). */
const SPEAKS_NOT = /^import type [^;]*;|withTexts\(\s*\(\) =>\s*import\([^)]*\)/gmu;

/** How files of a feature's folder name what is outside of it (`imports` of package.json). */
const APP = '#app/';

function importsOf(file: string, app: string): string[] {
  const code = readFileSync(file, 'utf8').replaceAll(SPEAKS_NOT, '');
  return [...code.matchAll(/(?:(?:from|import) |import\()'((?:\.|#app\/)[^']+\.tsx?)'/gu)]
    .map(([, name = '']) =>
      name.startsWith(APP) ? resolve(app, name.slice(APP.length)) : resolve(dirname(file), name),
    )
    .filter((target) => existsSync(target));
}

function filesOf(starts: readonly string[], app: string): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = starts.map((name) => resolve(app, name));
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...importsOf(file, app));
  }
  return found;
}

/** Serves the parts of catalogues. */
export function catalogueParts(cwd: string): Plugin {
  const app = resolve(cwd, 'app');
  const shared = resolve(cwd, '../../packages');
  return {
    name: 'catalogue-parts',
    enforce: 'pre',
    async load(id) {
      const asked = /([a-z]{2})\/messages\.po\?part=(every|room|other)$/u.exec(id);
      if (!asked) return undefined;
      const [, locale = 'en', part] = asked;
      const config = getConfig({ cwd });
      const catalog = (await getCatalogs(config))[0]!;
      const { sourceLocale, fallbackLocales } = config;
      const { messages } = await catalog.getTranslations(locale, { sourceLocale, fallbackLocales });
      const entries = (await catalog.read(locale)) ?? {};
      const every = filesOf(PARTS.every, app);
      const room = filesOf(PARTS.room, app);
      const partOf = (key: string): Part => {
        const files = (entries[key]?.origin ?? []).map(([file]) => resolve(cwd, file));
        if (files.some((file) => every.has(file) || file.startsWith(shared))) return 'every';
        return files.some((file) => room.has(file)) ? 'room' : 'other';
      };
      const wanted = Object.fromEntries(Object.entries(messages).filter(([key]) => partOf(key) === part));
      const { source } = createCompiledCatalog(locale, wanted, { namespace: 'es' });
      return { code: source, map: null, moduleType: 'js' };
    },
  };
}
