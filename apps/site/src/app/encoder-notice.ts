import type { Config } from './config.ts';

/**
 * What the start says where encoders were to publish and cannot, since everything else works without them; undefined
 * where they can, or are not wanted. @param rtmpUrl where they publish, null while they cannot
 */
export function encoderNotice(
  { roles, rtmpPort }: Pick<Config, 'roles' | 'rtmpPort'>,
  rtmpUrl: string | null,
): string | undefined {
  if (!roles.has('media') || rtmpPort === 0 || rtmpUrl !== null) return undefined;
  return `OBS and other encoders cannot publish: port ${rtmpPort} is taken. End the program that holds it, or set RTMP_PORT to another port (0 for no encoders), and start again. npm run doctor looks at it.`;
}
