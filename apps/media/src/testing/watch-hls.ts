import { eventually } from '@klieg/testing/eventually';
import { assertPlaylist, playlistText } from '@klieg/testing/hls';

/** The media playlist of a rendition with what it names, fetched as a player would. */
export async function watchHls(base: string, streamName: string, rendition: string, token: string) {
  const below = `${base}/live/hls/${streamName}/${rendition}`;
  let playlist = '';
  await eventually(async () => {
    const answer = await fetch(`${below}/media.m3u8?token=${token}`);
    playlist = answer.ok ? await playlistText(answer) : '';
    // A machine that is busy sends pictures unevenly, and parts are whole chunks of them.
    if (answer.ok) assertPlaylist(playlist, ['part-too-short']);
    if ((playlist.match(/^seg-.*\.m4s$/gm)?.length ?? 0) < 2) throw new Error('no segments yet');
  });
  const init = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)![1]!;
  const segments = playlist.match(/^seg-.*\.m4s$/gm)!;
  const bytes = await Promise.all(
    [init, ...segments].map(async (name) => {
      const answer = await fetch(`${below}/${name}?token=${token}`);
      if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    }),
  );
  return { playlist, bytes };
}
