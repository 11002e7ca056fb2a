import { randomBytes } from 'node:crypto';
import { assertNever, type Log } from '@klieg/kernel';
import { answerCommand } from './answer-command.ts';
import { authorizePublisher } from './authorize-publisher.ts';
import { makeChunkReader } from './wire/chunk-reader.ts';
import { parseCommand, type RtmpCommand } from './wire/commands.ts';
import { type Handshake, makeHandshake } from './wire/handshake.ts';
import { messageBytesMax, type RtmpLimits } from './limits.ts';
import { makeMediaIntake } from './media-intake.ts';
import { EVENT, type RtmpMessage, TYPE } from './wire/messages.ts';
import type { RtmpAuthorization, RtmpAuthorize, RtmpConnection } from './publication.ts';
import { countReceivedBytes } from './received-bytes.ts';
import { acknowledgement, keyRefusal, pingResponse, publishStarted, refusal } from './wire/replies.ts';
import { makeSessionLine } from './session-line.ts';
import { type About, deadlineMs } from './session-state.ts';
import type { RtmpTransport } from './transport.ts';

export interface RtmpSessionOptions {
  readonly transport: RtmpTransport;
  readonly authorize: RtmpAuthorize;
  readonly address: string;
  readonly limits: RtmpLimits;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly log: Log;
}

/** One connection to an encoder. None of its functions throws. */
export interface RtmpSession extends RtmpConnection {
  /** Takes bytes as they come. */
  push(data: Buffer): void;
  /** Watches deadlines; to be called several times a second. */
  tick(): void;
  /** The transport is closed. */
  onDisconnected(): void;
}

/** What may arrive while a key is checked: reading stops then, so this is one or two reads. */
const HELD_BYTES_MAX = 256 * 1024;
/** OBS and ffmpeg send fewer than ten messages before their key. */
const MESSAGES_BEFORE_KEY_MAX = 64;
/** What a message costs of the byte rate besides its bytes, so that tiny ones cost too. */
const MESSAGE_COST_BYTES = 64;

const EMPTY = Buffer.alloc(0);

export function makeRtmpSession(options: RtmpSessionOptions): RtmpSession {
  const { limits, now, log, address } = options;
  const openedMs = now();
  const received = countReceivedBytes();
  let lastMediaMs: number | undefined;
  let messagesBeforeKey = 0;
  const line = makeSessionLine({
    ...options,
    first: { kind: 'handshake', handshake: makeHandshake(randomBytes(1_528)) },
  });
  const reader = makeChunkReader({
    bytesMaxOf: (typeId) => messageBytesMax(typeId, line.state.kind === 'publishing'),
    onMessage: (message) => onMessage(message),
  });

  const onAuthorized = (result: RtmpAuthorization): void => {
    const { state } = line;
    if (state.kind !== 'authorizing') {
      if (result.ok) result.publication.onClosed('reason' in state ? state.reason : 'closed');
      return;
    }
    if (!result.ok) return line.leaveWith('closed', keyRefusal(result.reason));
    const { publication } = result;
    line.enter({ kind: 'publishing', publication, intake: makeMediaIntake(publication), sinceMs: now() });
    log.info({}, 'rtmp publisher accepted');
    line.say(publishStarted());
    read(Buffer.concat(state.held));
  };

  const authorize = async (key: string, about: About): Promise<void> => {
    line.enter({ kind: 'authorizing', held: [] });
    const ask = () => options.authorize(key, session, { ...about, address });
    const result = await authorizePublisher(ask, log);
    line.guarded(() => onAuthorized(result));
  };

  const obey = (command: RtmpCommand): void => {
    const answer = answerCommand(command, line.state);
    switch (answer.kind) {
      case 'say':
        return line.say(answer.words);
      case 'connected':
        line.enter({ kind: 'connected', about: answer.about });
        return line.say(answer.words);
      case 'authorize':
        void authorize(answer.key, answer.about);
        return;
      case 'leave':
        return line.leaveWith(answer.reason, answer.words);
      case 'malformed':
        return line.cut('malformed');
      case 'nothing':
        return;
      default:
        return assertNever(answer);
    }
  };

  const onMedia = (message: RtmpMessage): void => {
    const { state } = line;
    if (state.kind !== 'publishing') return line.cut('malformed');
    const { publication, intake } = state;
    lastMediaMs = now();
    publication.onBytes(message.payload.length);
    const fault = intake.push(message);
    if (!fault) return;
    if (fault.kind === 'malformed') return line.cut('malformed');
    log.info({ code: fault.code }, 'rtmp publisher refused');
    publication.onRefused(fault.code, fault.text);
    line.leaveWith('refused_codec', refusal('NetStream.Publish.Rejected', fault.text));
  };

  const onControl = ({ typeId, payload }: RtmpMessage): void => {
    if (typeId === TYPE.windowSize && payload.length >= 4) received.setWindow(payload.readUInt32BE(0));
    if (typeId === TYPE.userControl && payload.length >= 6 && payload.readUInt16BE(0) === EVENT.pingRequest)
      line.say(pingResponse(payload.readUInt32BE(2)));
  };

  const onMessage = (message: RtmpMessage): 'next' | 'hold' => {
    line.spend(MESSAGE_COST_BYTES);
    const { typeId } = message;
    if (line.state.kind !== 'publishing') messagesBeforeKey += 1;
    if (messagesBeforeKey > MESSAGES_BEFORE_KEY_MAX) line.cut('malformed');
    else if (typeId === TYPE.audio || typeId === TYPE.video) onMedia(message);
    else if (typeId === TYPE.command) {
      const command = parseCommand(message.payload);
      if (command) obey(command);
      else line.cut('malformed');
    } else onControl(message);
    return line.isOver || line.state.kind === 'authorizing' ? 'hold' : 'next';
  };

  /** @returns what follows the handshake, once it is done */
  const shakeHands = (handshake: Handshake, data: Buffer): Buffer => {
    const step = handshake.push(data);
    if (step.kind === 'malformed') line.cut('malformed');
    else if (step.reply) line.say(step.reply);
    if (step.kind !== 'done' || line.isOver) return EMPTY;
    line.enter({ kind: 'connecting' });
    return step.rest;
  };

  const hold = (held: Buffer[], data: Buffer): void => {
    held.push(data);
    if (held.reduce((sum, part) => sum + part.length, 0) > HELD_BYTES_MAX) line.cut('malformed');
  };

  const read = (data: Buffer): void => {
    if (!line.isOver && !reader.push(data)) line.cut('malformed');
    if (line.isOver) return;
    const due = received.takeDue();
    if (due !== undefined) line.say(acknowledgement(due));
    line.steer();
  };

  const receive = (data: Buffer): void => {
    const { state } = line;
    if (line.isOver) return;
    received.add(data.length);
    line.spend(data.length);
    if (state.kind === 'authorizing') hold(state.held, data);
    else read(state.kind === 'handshake' ? shakeHands(state.handshake, data) : data);
  };

  const session: RtmpSession = {
    close: () => line.guarded(() => line.leaveWith('closed', EMPTY)),
    get lastMediaMs() {
      return lastMediaMs;
    },
    push: (data) => line.guarded(() => receive(data)),
    tick() {
      line.guarded(() => {
        if (now() >= deadlineMs(line.state, { openedMs, lastMediaMs }, limits)) line.cut('silent');
        else line.steer();
      });
    },
    onDisconnected: () => line.guarded(() => line.cut('closed')),
  };
  return session;
}
