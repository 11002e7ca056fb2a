import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Config } from '../config.ts';
import { fail, type Finding, ok, sayError, warn } from './finding.ts';

const WAIT_MS = 1_500;
const VERSION = 3;
const HELLO_BYTES = 1_536;

/** What keeps us from listening there; undefined: nothing does. */
async function obstacleOf(port: number, host: string): Promise<unknown> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return error;
  } finally {
    server.close();
  }
}

/** Whether whoever holds the port on this machine begins an RTMP handshake. */
async function answersRtmp(port: number, host: string): Promise<boolean> {
  const socket = connect(port, host === '0.0.0.0' ? '127.0.0.1' : host);
  try {
    const signal = AbortSignal.timeout(WAIT_MS);
    await once(socket, 'connect', { signal });
    socket.write(Buffer.concat([Buffer.from([VERSION]), Buffer.alloc(HELLO_BYTES)]));
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
    return answer[0] === VERSION;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Whether encoders such as OBS can publish to this machine; whether a firewall lets them in cannot be known here. */
export async function checkRtmpPort({
  rtmpPort,
  rtmpHost,
  roles,
}: Pick<Config, 'rtmpPort' | 'rtmpHost' | 'roles'>): Promise<Finding[]> {
  const check = 'media RTMP';
  if (!roles.has('media')) return [ok(check, 'media runs elsewhere: run this there')];
  if (rtmpPort === 0) return [ok(check, 'RTMP_PORT=0: models publish by browser and WHIP only')];
  const obstacle = await obstacleOf(rtmpPort, rtmpHost);
  const isTaken = obstacle instanceof Error && 'code' in obstacle && obstacle.code === 'EADDRINUSE';
  if (obstacle === undefined)
    return [warn(check, `nothing holds port ${rtmpPort}: start the site, which listens there for encoders`)];
  if (!isTaken)
    return [fail(check, `port ${rtmpPort} cannot be used (${sayError(obstacle)}): choose another RTMP_PORT`)];
  return (await answersRtmp(rtmpPort, rtmpHost))
    ? [
        ok(
          check,
          `port ${rtmpPort} answers RTMP on this machine; whether the firewall lets it in was not checked`,
        ),
      ]
    : [
        fail(
          check,
          `port ${rtmpPort} is held by another program: end it, or set RTMP_PORT to another port (0 for no encoders)`,
        ),
      ];
}
