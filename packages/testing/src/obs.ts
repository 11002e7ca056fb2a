import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/*
 * A real OBS Studio on a screen that nobody sees, for tests of a long run. The test setup installs it with Xvfb on
 * Debian. Its settings are files, written before it starts, as its own windows would write them.
 */

const PROGRAMS = ['/usr/bin/obs', '/usr/bin/Xvfb', '/usr/bin/ffmpeg'];
const LOOP_SECONDS = 120;
const STOP_MS = 500;

export const isObsInstalled = PROGRAMS.every((program) => existsSync(program));

/** What a person sets in OBS. Sizes in pixels, the rate in pictures a second. */
export interface ObsProfile {
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly kbps: number;
  /** 0: as the encoder likes. */
  readonly keyframeSeconds: number;
  readonly bFrames: number;
}

/** As the studio advises, small enough for a machine without a graphics card. */
export const OBS_ADVISED: ObsProfile = {
  width: 640,
  height: 360,
  fps: 30,
  kbps: 800,
  keyframeSeconds: 2,
  bFrames: 0,
};

export interface RunningObs {
  readonly pid: number;
  /** All that OBS has written of itself. */
  log(): string;
  /** Ends it at once, as a crash does; a repeat does nothing. */
  kill(): void;
}

const ini = (
  sections: Readonly<Record<string, Readonly<Record<string, string | number | boolean>>>>,
): string =>
  Object.entries(sections)
    .map(([name, values]) =>
      [`[${name}]`, ...Object.entries(values).map(([key, value]) => `${key}=${value}`)].join('\n'),
    )
    .join('\n\n');

const NAMED = {
  Profile: 'Klieg',
  ProfileDir: 'Klieg',
  SceneCollection: 'Klieg',
  SceneCollectionFile: 'Klieg',
};

const profileIni = ({ width, height, fps }: ObsProfile): string =>
  ini({
    General: { Name: 'Klieg' },
    Output: { Mode: 'Advanced' },
    AdvOut: { Encoder: 'obs_x264', ApplyServiceSettings: false, TrackIndex: 1, Track1Bitrate: 96 },
    Video: {
      BaseCX: 640,
      BaseCY: 360,
      OutputCX: width,
      OutputCY: height,
      FPSType: 1,
      FPSInt: fps,
    },
    Audio: { SampleRate: 48_000, ChannelSetup: 'Stereo' },
  });

const encoderJson = ({ kbps, keyframeSeconds, bFrames }: ObsProfile): string =>
  JSON.stringify({
    rate_control: 'CBR',
    bitrate: kbps,
    keyint_sec: keyframeSeconds,
    preset: 'ultrafast',
    profile: 'main',
    x264opts: `bframes=${bFrames} scenecut=0`,
  });

const sceneJson = (loop: string): string =>
  JSON.stringify({
    name: 'Klieg',
    current_scene: 'Scene',
    current_program_scene: 'Scene',
    scene_order: [{ name: 'Scene' }],
    sources: [
      {
        id: 'scene',
        name: 'Scene',
        settings: {
          items: [{ name: 'Loop', id: 1, visible: true, pos: { x: 0, y: 0 }, scale: { x: 1, y: 1 } }],
          id_counter: 2,
        },
      },
      {
        id: 'ffmpeg_source',
        name: 'Loop',
        mixers: 1,
        volume: 1,
        settings: { local_file: loop, is_local_file: true, looping: true, hw_decode: false },
      },
    ],
  });

/** A test picture that moves, with a tone of 440 Hz. */
function makeLoop(file: string): void {
  const input = `-f lavfi -i testsrc2=size=640x360:rate=30 -f lavfi -i sine=440 -t ${LOOP_SECONDS}`;
  const codec = '-c:v libx264 -preset ultrafast -g 60 -pix_fmt yuv420p -c:a aac';
  const made = spawnSync('/usr/bin/ffmpeg', ['-v', 'error', ...`${input} ${codec}`.split(' '), file]);
  if (made.status !== 0) throw new Error(`no loop for OBS: ${String(made.stderr)}`);
}

function writeSettings(home: string, { server, key, profile }: ObsTarget): void {
  const folder = join(home, '.config', 'obs-studio');
  const profiles = join(folder, 'basic', 'profiles', 'Klieg');
  mkdirSync(profiles, { recursive: true });
  mkdirSync(join(folder, 'basic', 'scenes'));
  const loop = join(home, 'loop.mp4');
  makeLoop(loop);
  writeFileSync(
    join(folder, 'global.ini'),
    // Without these it asks on its first start what it is to be used for.
    ini({
      General: { FirstRun: true, LastVersion: 486539266, InfoIncrement: 100, EnableAutoUpdates: false },
      Basic: NAMED,
    }),
  );
  writeFileSync(join(profiles, 'basic.ini'), profileIni(profile));
  writeFileSync(join(profiles, 'streamEncoder.json'), encoderJson(profile));
  writeFileSync(
    join(profiles, 'service.json'),
    JSON.stringify({ settings: { key, server, use_auth: false }, type: 'rtmp_custom' }),
  );
  writeFileSync(join(folder, 'basic', 'scenes', 'Klieg.json'), sceneJson(loop));
}

/** A screen in memory. @returns its name, such as `:99`, once it is there */
async function startScreen(): Promise<{ readonly screen: ChildProcess; readonly display: string }> {
  const options = '-displayfd 3 -screen 0 1280x720x24 -nolisten tcp'.split(' ');
  const screen = spawn('/usr/bin/Xvfb', options, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const [words] = (await Promise.race([
    once(screen.stdio[3]!, 'data'),
    once(screen, 'exit').then(() => {
      throw new Error('Xvfb did not start');
    }),
  ])) as [Buffer];
  return { screen, display: `:${String(words).trim()}` };
}

/** Where OBS publishes to, and as what. */
export interface ObsTarget {
  /** Such as `rtmp://127.0.0.1:1935/live`. */
  readonly server: string;
  readonly key: string;
  readonly profile: ObsProfile;
}

/** Starts an OBS with settings of its own that publishes at once. Resolves as soon as it runs, before it is live. */
export async function startObs(target: ObsTarget): Promise<RunningObs> {
  const home = mkdtempSync(join(tmpdir(), 'klieg-obs-'));
  writeSettings(home, target);
  const { screen, display } = await startScreen();
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_RUNTIME_DIR: home,
    DISPLAY: display,
    LANG: 'C.UTF-8',
    LIBGL_ALWAYS_SOFTWARE: '1',
  };
  const options = ['--startstreaming', '--minimize-to-tray', '--multi', '--disable-updater'];
  const obs = spawn('/usr/bin/obs', options, { env, stdio: 'ignore' });
  const logs = join(home, '.config', 'obs-studio', 'logs');
  let isKilled = false;
  return {
    pid: obs.pid!,
    log: () =>
      readdirSync(logs)
        .map((name) => readFileSync(join(logs, name), 'utf8'))
        .join('\n'),
    kill() {
      if (isKilled) return;
      isKilled = true;
      obs.kill('SIGKILL');
      screen.kill('SIGTERM');
      // At the end of a process nothing else can wait for the two.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STOP_MS);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
