import { posix } from 'node:path';

const APP = 'apps/web/app/';
const STATIC_OR_LATER = /(?:\bfrom |\bimport |\bimport\()\s*'((?:\.|#app\/)[^']+)'/g;

/** The files of the pages that a file imports, at once or later, by a relative path or by `#app/`. */
export function pageImportsOf(file: string, text: string): readonly string[] {
  return [...text.matchAll(STATIC_OR_LATER)].map(([, target = '']) =>
    target.startsWith('#app/')
      ? posix.join(APP, target.slice('#app/'.length))
      : posix.join(posix.dirname(file), target),
  );
}

/** The folder that a file of the pages belongs to: a feature, or another folder of the app. */
function roomOf(file: string): { readonly folder: string; readonly feature: string | undefined } {
  const [folder = '', feature] = file.startsWith(APP) ? file.slice(APP.length).split('/') : [];
  return { folder, feature: folder === 'features' ? feature : undefined };
}

/**
 * Why a file of the pages may not import another one; undefined: it may. Features compose nothing: they know what is
 * shared, and each other through the index alone. What is shared knows none of those that share it.
 */
export function refuseImport(file: string, target: string): string | undefined {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from.folder !== 'features' && from.folder !== 'shared') return undefined;
  if (to.folder === 'shell' || to.folder === 'routes') return `${file} reaches up to ${target}`;
  if (to.feature === undefined || to.feature === from.feature) return undefined;
  if (from.folder === 'shared') return `${file} is shared and knows ${target}`;
  return target === `${APP}features/${to.feature}/index.ts` ? undefined : `${file} reaches into ${target}`;
}
