import { pathToFileURL } from 'node:url';
import {
  type Api,
  type Bio,
  type BrowseResult,
  callsByFeature,
  type CurrentUser,
  type FanClub,
  type GenderSlug,
  type ResultOf,
  type Room,
  type SiteConfig,
} from '@klieg/contract';
import { AppError } from '@klieg/kernel';
import type { FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { Sites } from '../brand/index.ts';
import type { Discovery } from '../discovery/index.ts';
import type { SiteCaller } from '../sessions/index.ts';
import { answerError } from '../../platform/http/index.ts';
import { asAnonymous } from './as-anonymous.ts';
import { NONCE_MARK, type RenderPage } from '../../platform/pages/index.ts';

/** Where the data of pages comes from. */
export interface PageSources {
  readonly resolveCaller: (request: FastifyRequest) => Promise<SiteCaller>;
  readonly siteOf: Sites['siteOf'];
  readonly siteConfig: (caller: SiteCaller, csrf: string | null) => SiteConfig;
  readonly discovery: Discovery;
  readonly getRoom: (username: string, caller: SiteCaller) => Promise<Room>;
  readonly getFanClub: (username: string, hasProfile: boolean, caller: SiteCaller) => Promise<FanClub>;
  readonly getBio: (username: string, caller: SiteCaller) => Promise<Bio>;
  readonly readLikes: (week: 'current' | 'last', caller: SiteCaller) => Promise<ResultOf<Api['listLikes']>>;
  readonly currentUser: (caller: SiteCaller) => Promise<CurrentUser>;
  readonly hasDevPages: boolean;
  readonly loadBuild: () => Promise<ServerBuild>;
}

const withoutRights = (room: Room): Room => ({
  ...room,
  stream: { ...room.stream, stream_name: null, token: null, urls: null },
});

const slugs = new Set<string>(['girls', 'men', 'trans', 'couples']);

function makeServices(deps: PageSources, visitor: FastifyRequest) {
  const caller = deps.resolveCaller(visitor);
  const anonymous = async () => asAnonymous(await caller, deps.siteOf(visitor.headers));
  const queryFor = async (query: URLSearchParams) => {
    const read = callsByFeature.discovery.browseHome.query.safeParse({
      ...(query.has('p') && { p: query.get('p') }),
      ...(query.has('gender-hide') && { 'gender-hide': query.get('gender-hide') }),
      ...(query.has('perPage') && { perPage: query.get('perPage') }),
    });
    const given = read.data ?? callsByFeature.discovery.browseHome.query.parse({});
    return {
      page: given.p,
      perPage: given.perPage,
      hide: given['gender-hide'] ?? [],
      place: { country: (await caller).country, state: (await caller).state },
    };
  };

  const answer = async <T>(read: (who: SiteCaller) => Promise<T>) => {
    try {
      return { ok: true as const, value: await read(await anonymous()) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const { httpStatus, body } = answerError(error, visitor.id);
      return { ok: false as const, httpStatus, body };
    }
  };

  return {
    nonce: NONCE_MARK,
    hasDevPages: deps.hasDevPages,
    siteConfig: async () => deps.siteConfig(await anonymous(), null),
    async browse(path: string, query: URLSearchParams): Promise<BrowseResult> {
      const slug = path.replace(/^\//, '');
      return deps.discovery.browse(slugs.has(slug) ? (slug as GenderSlug) : null, await queryFor(query));
    },
    async search(term: string, query: URLSearchParams): Promise<BrowseResult> {
      return deps.discovery.search(term, await queryFor(query));
    },
    async room(username: string) {
      const found = await answer((who) => deps.getRoom(username.toLowerCase(), who));
      return found.ok ? { ok: true as const, room: withoutRights(found.value) } : found;
    },
    fanClub: (username: string) => answer((who) => deps.getFanClub(username.toLowerCase(), true, who)),
    bio: (username: string) => answer((who) => deps.getBio(username.toLowerCase(), who)),
    likes: async (week: 'current' | 'last') => deps.readLikes(week, await anonymous()),
    async currentUser(): Promise<CurrentUser | null> {
      const who = await caller;
      return who.isLoggedIn ? deps.currentUser(who) : null;
    },
  };
}

/** Renders pages with React Router; data comes in process, with the visitor's cookies and address. */
export function makeRenderPage(deps: PageSources): RenderPage {
  return async (request, visitor) => {
    const build = await deps.loadBuild();
    const handle = createRequestHandler(
      build,
      process.env['NODE_ENV'] === 'development' ? 'development' : 'production',
    );
    const context = new RouterContextProvider();
    // The pages export the key themselves, so that server and bundle share one.
    const { servicesContext } = build.entry.module as unknown as {
      servicesContext: Parameters<typeof context.set>[0];
    };
    context.set(servicesContext, makeServices(deps, visitor));
    return handle(request, context);
  };
}

/** The built pages; read once. */
export function loadBuiltPages(file: string): () => Promise<ServerBuild> {
  let build: Promise<ServerBuild> | undefined;
  return () => (build ??= import(pathToFileURL(file).href) as Promise<ServerBuild>);
}
