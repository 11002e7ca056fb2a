// Tier of each folder of apps/media/src: a folder imports only strictly lower tiers. Entries (main.ts, index.ts,
// rtp.ts) stand beside the folders, above all of them; tests and folders called `testing` may import anything here.
// ARCHITECTURE.md says under "Video" how media flows; the import rules are made from this.
export const mediaTiers = {
  // What flows (units in, chunks out), and what the site and media say to each other: rights, orders, facts.
  packaging: 0,
  control: 0,
  // What a viewer's line carries, by what its receiver says of each packet: reading, counting, deciding.
  congestion: 0,
  // Ways in (ingest is WHIP), and what is made of media: each stands alone.
  ingest: 1,
  rtmp: 1,
  transcode: 1,
  hls: 1,
  recording: 1,
  // What somebody would see and hear of a stream: how dark, how loud.
  signal: 1,
  // Decode a moment of each stream, with what that says of its signal.
  thumbnails: 2,
  // What a running stream keeps of its past: logs of chunks, their playlists, clips.
  dvr: 2,
  // Viewers: live streams and the gates that let them in.
  edge: 2,
  // The way in by WebSocket of pages that UDP does not reach; shares with WHIP what a publisher is.
  'ws-ingest': 2,
  // A broadcast leads one publisher's media through all of the above.
  broadcasts: 3,
  // Streams of other media processes.
  relay: 4,
  // Ties all parts together and keeps them running.
  start: 5,
};
