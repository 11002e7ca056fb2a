import type { Plugin } from 'vite';

/**
 * Parts of the framework that the browser is sent and never runs here: measuring of the router, which nothing asks for,
 * finding routes link by link, since the table of all comes with each page (`routeDiscovery`), and the store of before
 * React 18. An edition of the framework with other names of these does not build.
 */
const UNUSED: readonly (readonly [file: RegExp, code: string])[] = [
  [
    /node_modules\/react-router\/dist\/production\/lib\/router\/instrumentation\.js/u,
    `export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
     export const getRouteInstrumentationUpdates = () => ({});
     export const instrumentClientSideRouter = (router) => router;
     export const instrumentHandler = (handler) => handler;
     export const instrumentationResultMetaContext = undefined;`,
  ],
  [
    /node_modules\/react-router\/dist\/production\/lib\/dom\/ssr\/fog-of-war\.js/u,
    `export const getPartialManifest = (manifest) => manifest;
     export const getPatchRoutesOnNavigationFunction = () => undefined;
     export const getManifestPath = (path) => path;
     export const getPathsWithAncestors = (paths) => paths;
     export const handleClientVersionMismatch = () => Promise.resolve();
     export const isFogOfWarEnabled = () => false;
     export const useFogOFWarDiscovery = () => undefined;`,
  ],
  [
    /node_modules\/use-sync-external-store\/shim\/index\.js/u,
    `export { useSyncExternalStore } from 'react';`,
  ],
];

export const smallerFramework: Plugin = {
  name: 'smaller-framework',
  apply: 'build',
  enforce: 'pre',
  load(id) {
    if (this.environment.name !== 'client') return undefined;
    const found = UNUSED.find(([file]) => file.test(id));
    return found && { code: found[1], map: null };
  },
};
