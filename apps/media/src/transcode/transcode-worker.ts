import { setPriority } from 'node:os';
import type { AudioFormat } from '../packaging/units.ts';
import { onParentGone, tellParent } from '@klieg/kernel/child';
import { makePictureDecoder, type NodeAv, type PictureDecoder } from './picture-decoder.ts';
import { makePictureLadder, type PictureLadder } from './picture-ladder.ts';
import { makeSoundConverter, type SoundConverter } from './sound-converter.ts';
import type {
  AudioMessage,
  EncodedPicture,
  EncodedSound,
  TranscodeAnswer,
  TranscodeMessage,
  TranscodeSetup,
  VideoMessage,
} from './transcode-messages.ts';

/*
 * The child process that transcodes one stream. A crash of the codecs ends only this process; they are
 * an optional package with parts under the GPL, which nothing else of the media process loads.
 */

const PRIORITY_LOWERED = 5;
/** Pictures in a row that gave nothing; a fresh process may do better. */
const BARREN_MAX = 150;
/** Faults that are reported; more would only fill the log. */
const FAULTS_TOLD_MAX = 3;

interface Codecs {
  readonly decoder: PictureDecoder | undefined;
  readonly ladder: PictureLadder;
  readonly sound: SoundConverter | undefined;
}

const answer = (message: TranscodeAnswer): void => tellParent(message);

let barren = 0;
let faultsTold = 0;

const onFault = (err: unknown): void => {
  if (faultsTold >= FAULTS_TOLD_MAX) return;
  faultsTold += 1;
  answer({ kind: 'fault', detail: String(err).slice(0, 200) });
};

/** Pictures continue without a sound whose description is malformed. */
function openSound(av: NodeAv, audio: AudioFormat, hasPictures: boolean): SoundConverter | undefined {
  try {
    return makeSoundConverter(av, audio);
  } catch (err) {
    if (!hasPictures) throw err;
    onFault(err);
    return undefined;
  }
}

function openCodecs(av: NodeAv, setup: TranscodeSetup): Codecs {
  const { audio, renditions } = setup;
  if (renditions.length > 0 && !av.Codec.findEncoderByName(av.FF_ENCODER_LIBX264))
    throw new Error('no H.264 encoder');
  return {
    decoder: renditions.length > 0 ? makePictureDecoder(av, setup) : undefined,
    ladder: makePictureLadder(av, renditions),
    sound: audio && openSound(av, audio, renditions.length > 0),
  };
}

const done = (pictures: readonly EncodedPicture[], sounds: readonly EncodedSound[]): void => {
  const { user, system } = process.cpuUsage();
  answer({ kind: 'done', pictures, sounds, cpuSeconds: (user + system) / 1e6 });
};

function onVideo({ decoder, ladder }: Codecs, unit: VideoMessage): void {
  const pictures: EncodedPicture[] = [];
  try {
    decoder?.decode(unit, (picture) => pictures.push(...ladder.encode(picture)));
  } catch (err) {
    onFault(err);
  }
  done(pictures, []);
  barren = pictures.length > 0 ? 0 : barren + 1;
  if (barren >= BARREN_MAX) process.exit(1);
}

function onAudio({ sound }: Codecs, unit: AudioMessage): void {
  let sounds: readonly EncodedSound[] = [];
  try {
    sounds = sound?.convert(unit) ?? [];
  } catch (err) {
    onFault(err);
  }
  done([], sounds);
}

function serve(av: NodeAv): void {
  let codecs: Codecs | undefined;
  process.on('message', (received) => {
    const message = received as TranscodeMessage;
    if (message.kind === 'setup') {
      try {
        codecs = openCodecs(av, message);
        answer({ kind: 'ready', audio: codecs.sound?.format });
      } catch (err) {
        answer({ kind: 'unsupported', detail: String(err).slice(0, 200) });
      }
    }
    if (!codecs) return;
    if (message.kind === 'video') onVideo(codecs, message);
    if (message.kind === 'audio') onAudio(codecs, message);
    if (message.kind === 'keyframe') codecs.ladder.requestKeyframe(message.renditionId);
  });
}

async function main(): Promise<void> {
  onParentGone();
  setPriority(PRIORITY_LOWERED);
  let av: NodeAv;
  try {
    av = await import('node-av');
  } catch (err) {
    answer({ kind: 'unsupported', detail: String(err).slice(0, 200) });
    return;
  }
  // What a hostile stream makes the codecs say is not for the log.
  av.Log.setLevel(av.AV_LOG_QUIET);
  serve(av);
}

await main();
