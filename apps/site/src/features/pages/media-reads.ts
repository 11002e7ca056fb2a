import { type Api, callsByFeature, type MediaDetail, type ResultOf } from '@klieg/contract';
import type { CallContext, Handlers } from '../../platform/http/index.ts';
import type { SiteCaller } from '../sessions/index.ts';

type MediaCalls = (typeof callsByFeature)['media-library'];

/** The calls of the media library that pages are made of. */
export type MediaReads = Pick<
  Handlers<MediaCalls, SiteCaller>,
  'listMedia' | 'listModelMedia' | 'getMedia' | 'topMediaMonth' | 'topMediaList'
>;

/** What an answer to a page has of a call: nothing is set or spent by it. */
const contextOf = (caller: SiteCaller): CallContext<SiteCaller> => ({
  caller,
  requestId: '',
  idempotencyKey: undefined,
  setCookie: () => undefined,
  afterAnswer: () => undefined,
});

/** Addresses of files hold for a moment and for one person, so no page that many get has any. */
const withoutFiles = (media: MediaDetail): MediaDetail => ({
  ...media,
  stream_url: null,
  stream_until: null,
  items: media.items.map((item) => ({ ...item, url: null, timeline: null })),
});

type Query = Readonly<Record<string, string | undefined>>;

/** What pages show of media, read as the caller whom they are made for. */
export const makeMediaReads = (reads: MediaReads) => {
  const { listMedia, listModelMedia, getMedia, topMediaList } = callsByFeature['media-library'];
  return {
    list: async (type: string, query: Query, who: SiteCaller): Promise<ResultOf<Api['listMedia']>> =>
      reads.listMedia(
        { params: listMedia.params.parse({ type }), query: listMedia.query.parse(query), body: undefined },
        contextOf(who),
      ),
    ofModel: async (
      username: string,
      query: Query,
      who: SiteCaller,
    ): Promise<ResultOf<Api['listModelMedia']>> =>
      reads.listModelMedia(
        {
          params: listModelMedia.params.parse({ username }),
          query: listModelMedia.query.parse(query),
          body: undefined,
        },
        contextOf(who),
      ),
    async one(id: number, playlist: number | undefined, who: SiteCaller): Promise<MediaDetail | null> {
      const { media } = await reads.getMedia(
        {
          params: getMedia.params.parse({ id: String(id) }),
          query: getMedia.query.parse(playlist === undefined ? {} : { playlist: String(playlist) }),
          body: undefined,
        },
        contextOf(who),
      );
      return media && withoutFiles(media);
    },
    month: async (who: SiteCaller): Promise<ResultOf<Api['topMediaMonth']>> =>
      reads.topMediaMonth({ params: undefined, query: undefined, body: undefined }, contextOf(who)),
    top: async (page: number, who: SiteCaller): Promise<ResultOf<Api['topMediaList']>> =>
      reads.topMediaList(
        { params: undefined, query: topMediaList.query.parse({ page: String(page) }), body: undefined },
        contextOf(who),
      ),
  };
};
