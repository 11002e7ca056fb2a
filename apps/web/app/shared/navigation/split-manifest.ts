/*
 * The framework's table of routes names, for each, the files that its module imports: half of the table's size, and
 * needed only to fetch them ahead for a page that somebody is about to open. They become a file of their own, which
 * comes when the page is first used (route-imports.ts).
 */

const START = 'window.__reactRouterManifest=';

interface Manifest {
  readonly version: string;
  readonly routes: Readonly<Record<string, { readonly imports?: readonly string[] }>>;
}

/** @param script the framework's table, as it writes it @returns the same without imports, and these by the route's id */
export function splitManifest(script: string): { version: string; manifest: string; imports: string } {
  if (!script.startsWith(START) || !script.endsWith(';'))
    throw new Error('the table of routes has another form');
  const all = JSON.parse(script.slice(START.length, -1)) as Manifest;
  const routes = Object.entries(all.routes);
  const withoutImports = routes.map(([id, route]) => [id, { ...route, imports: undefined }]);
  const manifest = { ...all, routes: Object.fromEntries(withoutImports) };
  return {
    version: all.version,
    manifest: `${START}${JSON.stringify(manifest)};`,
    imports: JSON.stringify(Object.fromEntries(routes.map(([id, { imports }]) => [id, imports ?? []]))),
  };
}
