import { readIngestFrame } from '@klieg/contract/features/broadcast/ingest-frame';
import type { Log } from '@klieg/kernel';
import { PeerConnection } from 'node-datachannel';
import type { RawData, WebSocket } from 'ws';
import { withUsableCandidates } from '../ingest/whip/candidates.ts';
import { gatheredDescription, type IceSettings, rtcConfig } from '../ingest/whip/peer-connection.ts';
import { advertiseAddress } from '../ingest/whip/sdp.ts';
import type { PageLine } from './page-line.ts';
import { parsePageMessage } from './page-message.ts';

export interface LineCheckOptions {
  readonly webSocket: WebSocket;
  readonly line: PageLine;
  readonly ice: IceSettings;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** One page's connection that measures the way here, and publishes nothing. */
export interface LineCheck {
  /** Ends a check that takes too long; to be called about twice a second. */
  sweep(): void;
}

/** A check takes ten seconds. */
const CHECK_MS = 20_000;
const TEXTS_MAX = 64;
/** All that a check may send: some seconds of a fast line. */
const LOAD_BYTES_MAX = 24 * 1024 * 1024;
const GOT_EVERY_BYTES = 64 * 1024;
const ECHOES_MAX = 400;
const ECHO_BYTES_MAX = 1_200;

/** A description of one data channel, and nothing else. */
const isForData = (sdp: string): boolean =>
  sdp.startsWith('v=0') && [...sdp.matchAll(/^m=/gm)].length === 1 && /^m=application /m.test(sdp);

/** Answers an offer with a connection that sends back each datagram that it gets. */
async function answerEcho(
  connection: PeerConnection,
  offer: string,
  publicAddress: string | undefined,
): Promise<string | undefined> {
  let echoes = 0;
  connection.onDataChannel((channel) => {
    channel.onMessage((message) => {
      echoes += 1;
      if (typeof message === 'string' || echoes > ECHOES_MAX || message.byteLength > ECHO_BYTES_MAX) return;
      if (channel.isOpen()) channel.sendMessageBinary(new Uint8Array(message));
    });
  });
  const gathered = gatheredDescription(connection);
  const lines = withUsableCandidates(offer.split(/\r\n|\n/));
  connection.setRemoteDescription(lines.join('\r\n'), 'offer');
  const answer = await gathered;
  return answer && publicAddress ? advertiseAddress(answer, publicAddress) : answer;
}

export function makeLineCheck({ webSocket, line, ice, now, log }: LineCheckOptions): LineCheck {
  const openedMs = now();
  let texts = 0;
  let gotBytes = 0;
  let toldBytes = 0;
  let connection: PeerConnection | undefined;

  const offer = async (sdp: string): Promise<void> => {
    if (connection || !isForData(sdp)) return line.close('malformed');
    connection = new PeerConnection('check', rtcConfig(ice));
    try {
      const answer = await answerEcho(connection, sdp, ice.publicAddress);
      if (answer) line.say({ answer });
    } catch (err) {
      log.warn({ err }, 'offer of a check refused');
      line.close('malformed');
    }
  };

  const onText = (text: string): void => {
    texts += 1;
    const message = texts > TEXTS_MAX ? undefined : parsePageMessage(text);
    if (message && 'ping' in message) return line.say({ pong: message.ping });
    if (message && 'offer' in message) return void offer(message.offer);
    line.close('malformed');
  };

  const onLoad = (data: Buffer): void => {
    gotBytes += data.length;
    if (readIngestFrame(data)?.kind !== 'load') return line.close('malformed');
    if (gotBytes > LOAD_BYTES_MAX) return line.close('limit');
    if (gotBytes - toldBytes < GOT_EVERY_BYTES) return;
    toldBytes = gotBytes;
    line.say({ got: gotBytes });
  };

  webSocket.on('message', (data: RawData, isBinary: boolean) => {
    if (line.isClosed) return;
    line.guarded(() => (isBinary ? onLoad(data as Buffer) : onText(String(data))));
  });
  webSocket.on('close', () => connection?.close());

  return {
    sweep() {
      if (now() - openedMs > CHECK_MS) line.close('silent');
    },
  };
}
