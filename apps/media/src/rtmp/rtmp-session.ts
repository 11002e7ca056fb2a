import { randomBytes } from 'node:crypto';
import { assertNever, type Log } from '@klieg/kernel';
import { makeByteBudget } from './byte-budget.ts';
import { makeChunkReader } from './chunk-reader.ts';
import { parseCommand, type RtmpCommand } from './commands.ts';
import { makeHandshake } from './handshake.ts';
import { messageBytesMax, type RtmpLimits } from './limits.ts';
import { makeMediaIntake, type MediaIntake } from './media-intake.ts';
import { EVENT, type RtmpMessage, TYPE } from './messages.ts';
import type {
  RtmpAuthorization,
  RtmpAuthorize,
  RtmpConnection,
  RtmpEnd,
  RtmpPublication,
} from './publication.ts';
import {
  acknowledgement,
  connectResult,
  emptyResult,
  keyRefusal,
  pingResponse,
  publishStarted,
  refusal,
  streamResult,
  WINDOW_BYTES,
} from './replies.ts';
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

interface About {
  readonly app: string;
  readonly encoder: string | undefined;
}

type State =
  | { readonly kind: 'handshake'; readonly handshake: ReturnType<typeof makeHandshake> }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly about: About }
  /** The key is being checked; what arrives is held unread. */
  | { readonly kind: 'authorizing'; readonly held: Buffer[] }
  | {
      readonly kind: 'publishing';
      readonly publication: RtmpPublication;
      readonly intake: MediaIntake;
      readonly sinceMs: number;
    }
  /** Our side is closed; what arrives is dropped until the other side closes as well. */
  | { readonly kind: 'lingering'; readonly reason: RtmpEnd; readonly untilMs: number }
  | { readonly kind: 'closed'; readonly reason: RtmpEnd };

/** An answer is given this long to arrive before the connection is cut. */
const LINGER_MS = 1_000;
/** What may arrive while a key is checked: reading stops then, so this is one or two reads. */
const HELD_BYTES_MAX = 256 * 1024;
/** An encoder that does not read what it is told is cut. */
const QUEUED_BYTES_MAX = 64 * 1024;
/** OBS and ffmpeg send fewer than ten messages before their key. */
const MESSAGES_BEFORE_KEY_MAX = 64;
/** What a message costs of the byte rate beside its bytes, so that tiny ones cost too. */
const MESSAGE_COST_BYTES = 64;
const BURST_SECONDS = 2;
const WINDOW_BYTES_MIN = 64 * 1024;

const EMPTY = Buffer.alloc(0);

export function makeRtmpSession(options: RtmpSessionOptions): RtmpSession {
  const { transport, limits, now, log, address } = options;
  const openedMs = now();
  let state: State = { kind: 'handshake', handshake: makeHandshake(randomBytes(1_528)) };
  let lastMediaMs: number | undefined;
  let messagesBeforeKey = 0;
  let receivedBytes = 0;
  let acknowledgedBytes = 0;
  let windowBytes = WINDOW_BYTES;
  let isReading = true;
  const budget = makeByteBudget({
    bytesPerSecond: limits.bytesPerSecondMax,
    burstBytes: limits.bytesPerSecondMax * BURST_SECONDS,
    now,
  });
  const reader = makeChunkReader({
    bytesMaxOf: (typeId) => messageBytesMax(typeId, state.kind === 'publishing'),
    onMessage: (message) => onMessage(message),
  });

  /** Read as a function, since calls in between change it. */
  const current = (): State => state;
  const isOver = (): boolean => current().kind === 'lingering' || current().kind === 'closed';

  /** One publisher's bytes must never end the process that carries the others. */
  const guarded = (work: () => void): void => {
    try {
      work();
    } catch (err) {
      log.error({ err }, 'rtmp connection dropped after a bug');
      cut('closed');
    }
  };

  const enter = (next: State): void => {
    const before = state;
    state = next;
    if (before.kind !== 'publishing' || next.kind === 'publishing' || !('reason' in next)) return;
    const { publication } = before;
    const { reason } = next;
    guarded(() => publication.onClosed(reason));
    log.info({ reason }, 'rtmp publisher ended');
  };

  /** Ends at once. */
  const cut = (reason: RtmpEnd): void => {
    if (state.kind === 'closed') return;
    enter({ kind: 'closed', reason: 'reason' in state ? state.reason : reason });
    transport.destroy();
  };

  /** Ends after the words have been sent. */
  const leaveWith = (reason: RtmpEnd, words: Buffer): void => {
    if (isOver()) return;
    enter({ kind: 'lingering', reason, untilMs: now() + LINGER_MS });
    if (words.length > 0) transport.write(words);
    transport.end();
    steer();
  };

  const say = (bytes: Buffer): void => {
    if (isOver()) return;
    transport.write(bytes);
    if (transport.queuedBytes > QUEUED_BYTES_MAX) cut('malformed');
  };

  /** Reads on or waits: for the key to be checked, or for a fast publisher's budget to fill up. */
  const steer = (): void => {
    const wanted = state.kind !== 'authorizing' && !budget.isOverdrawn();
    if (wanted === isReading) return;
    isReading = wanted;
    transport.setReading(wanted);
  };

  const onAuthorized = (result: RtmpAuthorization): void => {
    if (state.kind !== 'authorizing') {
      if (result.ok) result.publication.onClosed('reason' in state ? state.reason : 'closed');
      return;
    }
    if (!result.ok) return leaveWith('closed', keyRefusal(result.reason));
    const { publication } = result;
    const { held } = state;
    enter({ kind: 'publishing', publication, intake: makeMediaIntake(publication), sinceMs: now() });
    log.info({}, 'rtmp publisher accepted');
    say(publishStarted());
    read(Buffer.concat(held));
  };

  const authorize = async (key: string, about: About): Promise<void> => {
    let result: RtmpAuthorization;
    try {
      result = await options.authorize(key, session, { ...about, address });
    } catch (err) {
      log.error({ err }, 'rtmp publisher could not be authorized');
      result = { ok: false, reason: 'unavailable' };
    }
    guarded(() => onAuthorized(result));
  };

  const publish = (key: string, about: About): void => {
    if (key === '') return leaveWith('closed', keyRefusal('bad_key'));
    enter({ kind: 'authorizing', held: [] });
    void authorize(key, about);
  };

  const obey = (command: RtmpCommand): void => {
    if (command.kind === 'connect') {
      if (state.kind !== 'connecting') return cut('malformed');
      const { app, encoder } = command;
      enter({ kind: 'connected', about: { app, encoder } });
      return say(connectResult(command.transaction));
    }
    if (state.kind !== 'connected' && state.kind !== 'publishing') return cut('malformed');
    switch (command.kind) {
      case 'announce':
        return say(emptyResult(command.transaction));
      case 'create_stream':
        return say(streamResult(command.transaction));
      case 'publish':
        return state.kind === 'connected' ? publish(command.key, state.about) : cut('malformed');
      case 'play':
        return leaveWith('closed', refusal('NetStream.Play.Failed', 'This address is for publishing only.'));
      case 'leave':
        return state.kind === 'publishing' ? leaveWith('left', EMPTY) : undefined;
      case 'other':
        return;
      default:
        return assertNever(command);
    }
  };

  const onMedia = (message: RtmpMessage): void => {
    if (state.kind !== 'publishing') return cut('malformed');
    const { publication, intake } = state;
    lastMediaMs = now();
    publication.onBytes(message.payload.length);
    const fault = intake.push(message);
    if (!fault) return;
    if (fault.kind === 'malformed') return cut('malformed');
    log.info({ code: fault.code }, 'rtmp publisher refused');
    publication.onRefused(fault.code, fault.text);
    leaveWith('refused_codec', refusal('NetStream.Publish.Rejected', fault.text));
  };

  const onControl = ({ typeId, payload }: RtmpMessage): void => {
    if (typeId === TYPE.windowSize && payload.length >= 4)
      windowBytes = Math.min(Math.max(payload.readUInt32BE(0), WINDOW_BYTES_MIN), WINDOW_BYTES);
    if (typeId === TYPE.userControl && payload.length >= 6 && payload.readUInt16BE(0) === EVENT.pingRequest)
      say(pingResponse(payload.readUInt32BE(2)));
  };

  const onMessage = (message: RtmpMessage): 'next' | 'hold' => {
    budget.spend(MESSAGE_COST_BYTES);
    const { typeId } = message;
    if (state.kind !== 'publishing') messagesBeforeKey += 1;
    if (messagesBeforeKey > MESSAGES_BEFORE_KEY_MAX) cut('malformed');
    else if (typeId === TYPE.audio || typeId === TYPE.video) onMedia(message);
    else if (typeId === TYPE.command) {
      const command = parseCommand(message.payload);
      if (command) obey(command);
      else cut('malformed');
    } else onControl(message);
    return isOver() || current().kind === 'authorizing' ? 'hold' : 'next';
  };

  /** @returns what follows the handshake, once it is done */
  const shakeHands = (handshake: ReturnType<typeof makeHandshake>, data: Buffer): Buffer => {
    const step = handshake.push(data);
    if (step.kind === 'malformed') cut('malformed');
    else if (step.reply) say(step.reply);
    if (step.kind !== 'done' || isOver()) return EMPTY;
    enter({ kind: 'connecting' });
    return step.rest;
  };

  const hold = (held: Buffer[], data: Buffer): void => {
    held.push(data);
    if (held.reduce((sum, part) => sum + part.length, 0) > HELD_BYTES_MAX) cut('malformed');
  };

  const acknowledge = (): void => {
    if (receivedBytes - acknowledgedBytes < windowBytes) return;
    acknowledgedBytes = receivedBytes;
    say(acknowledgement(receivedBytes));
  };

  const read = (data: Buffer): void => {
    if (!isOver() && !reader.push(data)) cut('malformed');
    if (isOver()) return;
    acknowledge();
    steer();
  };

  const receive = (data: Buffer): void => {
    if (isOver()) return;
    receivedBytes += data.length;
    budget.spend(data.length);
    if (state.kind === 'authorizing') hold(state.held, data);
    else read(state.kind === 'handshake' ? shakeHands(state.handshake, data) : data);
  };

  const deadlineMs = (): number => {
    switch (state.kind) {
      case 'handshake':
      case 'connecting':
        return openedMs + limits.connectMs;
      case 'connected':
      case 'authorizing':
        return openedMs + limits.publishMs;
      case 'publishing':
        return (lastMediaMs ?? state.sinceMs) + limits.silentMs;
      case 'lingering':
        return state.untilMs;
      case 'closed':
        return Infinity;
      default:
        return assertNever(state);
    }
  };

  const session: RtmpSession = {
    close: () => guarded(() => leaveWith('closed', EMPTY)),
    get lastMediaMs() {
      return lastMediaMs;
    },
    push: (data) => guarded(() => receive(data)),
    tick() {
      guarded(() => {
        if (now() >= deadlineMs()) cut('silent');
        else steer();
      });
    },
    onDisconnected: () => guarded(() => cut('closed')),
  };
  return session;
}
