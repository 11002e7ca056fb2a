import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

/** What the pages' code asks of the site while it renders one page; `nonce` and `hasDevPages` are values. */
export interface RenderServices {
  readonly nonce: string;
  readonly hasDevPages: boolean;
}

/** Longest that a page may take once it is its turn: a slow machine is waited for, a lost answer is not. */
export const RENDER_MS = 20_000;

/** Renders one page with the data of its own services. */
export type PageRenderer = (request: Request, services: RenderServices) => Promise<Response>;

/** Renders with a build of the pages, in the thread that calls. */
export async function renderBuild(
  build: ServerBuild,
  request: Request,
  services: RenderServices,
): Promise<Response> {
  const mode = process.env['NODE_ENV'] === 'development' ? 'development' : 'production';
  const context = new RouterContextProvider();
  // The pages export the key themselves, so that server and bundle share one.
  const { servicesContext } = build.entry.module as unknown as {
    servicesContext: Parameters<typeof context.set>[0];
  };
  context.set(servicesContext, services);
  return createRequestHandler(build, mode)(request, context);
}

/** For development, where the build changes under the site. */
export const renderHere =
  (loadBuild: () => Promise<ServerBuild>): PageRenderer =>
  async (request, services) =>
    renderBuild(await loadBuild(), request, services);
