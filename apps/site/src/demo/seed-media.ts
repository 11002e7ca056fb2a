import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { blurredPath, scenePath, writeClip } from '@klieg/demo';
import { uuidv7 } from '@klieg/kernel';
import { HOUR_MS } from '@klieg/kernel/time';
import type { BlobStore } from '../platform/blobs/index.ts';
import type { Database } from '../platform/postgres/index.ts';
import type { DemoPerson } from './demo-people.ts';
import { type DemoFile, makeDemoMediaStore } from './demo-media-store.ts';

/** So many performers have media. */
const SELLERS = 12;
/** So many of them have a video, which has to be encoded. */
const FILMED = 2;
const VIDEO_SECONDS = 6;
/** Scenes of which there is a blurred picture. */
const SCENES = 16;
const SCENE = { width: 480, height: 270 } as const;
const VIDEO = { width: 640, height: 360 } as const;

const SETS = [
  {
    name: 'Behind the lamp',
    description: 'Three pictures from the evening when the lamp was new.',
    price: 45,
    level: null,
  },
  {
    name: 'Rehearsal notes',
    description: 'How the second part was slowed down, in pictures.',
    price: 120,
    level: 'insider',
  },
] as const;

const sceneAt = (place: number): string => `s${String(place % SCENES).padStart(2, '0')}`;

/** Puts the bytes of a scene in their places, under one number. */
async function putFile(
  blobs: Pick<BlobStore, 'put'>,
  scene: string,
  video?: { readonly bytes: Buffer },
): Promise<DemoFile> {
  const fileId = uuidv7();
  const [still, blurred] = await Promise.all([readFile(scenePath(scene)), readFile(blurredPath(scene))]);
  const whole = video?.bytes ?? still;
  const put = (name: string, bytes: Buffer) => blobs.put(`media/${fileId}${name}`, Readable.from([bytes]));
  await put(video ? '.mp4' : '.jpg', whole);
  await put('-thumb.jpg', still);
  await put('-blurred.jpg', blurred);
  return {
    fileId,
    fileName: `${scene}.${video ? 'mp4' : 'jpg'}`,
    sizeBytes: whole.length,
    ...(video ? VIDEO : SCENE),
    durationMs: video ? VIDEO_SECONDS * 1_000 : null,
  };
}

/** Gives some performers of the demo picture sets, and a video to the first of them; a repeat changes nothing. */
export async function seedMedia(parts: {
  readonly database: Database;
  readonly blobs: Pick<BlobStore, 'put'>;
  readonly dataDir: string;
  readonly models: readonly DemoPerson[];
  readonly nowMs: number;
}): Promise<void> {
  const { blobs, nowMs } = parts;
  const store = makeDemoMediaStore(parts.database);
  const sellers = parts.models.slice(0, SELLERS);
  const ids = await store.idsOf(sellers.map(({ username }) => username));
  const common = (place: number, hours: number) => ({
    reviewId: uuidv7(),
    tags: sellers[place]!.tags.slice(0, 3),
    at: new Date(nowMs - hours * HOUR_MS),
  });
  if (!(await store.isThere(1)))
    for (const [place, { username }] of sellers.entries())
      for (const [nth, { name, description, price, level }] of SETS.entries()) {
        const files: DemoFile[] = [];
        for (const step of [0, 1, 2]) files.push(await putFile(blobs, sceneAt(place + nth * 5 + step)));
        await store.add({
          ...common(place, place * 30 + nth * 400 + 2),
          modelId: ids.get(username)!,
          typeId: 1,
          name,
          description,
          tokenPrice: price + place * 5,
          fanLevel: level,
          isFreeNoAuth: place === 1 && nth === 0,
          files,
        });
      }
  if (await store.isThere(2)) return;
  for (const [place, { username }] of sellers.slice(0, FILMED).entries()) {
    const scene = sceneAt(place + 3);
    const folder = join(parts.dataDir, 'demo');
    await mkdir(folder, { recursive: true });
    const path = join(folder, `${scene}-clip.mp4`);
    const clip = { path, scenePath: scenePath(scene), seed: place + 1, seconds: VIDEO_SECONDS };
    // Without the optional encoder the demo has no videos.
    if (!(await writeClip({ ...clip, hasSound: true, codec: 'h264' }))) return;
    await store.add({
      ...common(place, place * 20 + 5),
      modelId: ids.get(username)!,
      typeId: 2,
      name: 'A short evening',
      description: 'Six seconds of the room before anybody came in.',
      tokenPrice: 80,
      fanLevel: place === 1 ? 'legend' : null,
      isFreeNoAuth: false,
      files: [await putFile(blobs, scene, { bytes: await readFile(path) })],
    });
  }
}
