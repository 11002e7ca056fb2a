import * as av from 'node-av';

/*
 * Counts the pictures and the sound that a decoder gets out of a file; a process of its own, since
 * it loads the decoder. The file is the argument, the answer a message.
 */

const [, , path = ''] = process.argv;
av.Log.setLevel(av.AV_LOG_ERROR);
const demuxer = await av.Demuxer.open(path);
const video = demuxer.video();
const audio = demuxer.audio();
if (!video || !audio) throw new Error('a track is missing');
const decoders = [await av.Decoder.create(video), await av.Decoder.create(audio)] as const;
let pictures = 0;
let soundMs = 0;
let broken = 0;
for await (const packet of demuxer.packets()) {
  if (!packet) break;
  const isVideo = packet.streamIndex === video.index;
  for (const frame of await decoders[isVideo ? 0 : 1].decodeAll(packet)) {
    if (frame.decodeErrorFlags !== 0) broken += 1;
    if (isVideo) pictures += 1;
    else soundMs += (frame.nbSamples / frame.sampleRate) * 1000;
    frame.free();
  }
  packet.free();
}
const { width, height } = video.codecpar;
process.send?.({ pictures, soundMs: Math.round(soundMs), broken, width, height }, () => process.exit(0));
