interface Manifest {
  readonly version: string;
  readonly routes: Record<string, { imports?: readonly string[] }>;
}

/** One of these happens before somebody points at a link long enough to be about to follow it. */
const FIRST_USES = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const;

async function learn(manifest: Manifest): Promise<void> {
  const answer = await fetch(`/assets/route-imports-${manifest.version}.json`);
  if (!answer.ok) return;
  const imports = (await answer.json()) as Readonly<Record<string, readonly string[]>>;
  for (const [id, files] of Object.entries(imports)) {
    const route = manifest.routes[id];
    if (route) route.imports = files;
  }
}

/**
 * Once the page is used, loads what each route's module imports (split-manifest.ts), so that prefetching links can load
 * all of it. Before that they prefetch less.
 * @returns stops waiting for that
 */
export function learnRouteImports(): () => void {
  const { __reactRouterManifest: manifest } = globalThis as { __reactRouterManifest?: Manifest };
  const stop = () => {
    for (const use of FIRST_USES) document.removeEventListener(use, start);
  };
  const start = () => {
    stop();
    // Somebody offline reads what is loaded; the next page tries again.
    if (manifest) learn(manifest).catch(() => undefined);
  };
  // The development server's table is whole.
  if (manifest && Object.values(manifest.routes).some(({ imports }) => imports === undefined))
    for (const use of FIRST_USES) document.addEventListener(use, start, { passive: true });
  return stop;
}
