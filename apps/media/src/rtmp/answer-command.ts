import { assertNever } from '@klieg/kernel';
import type { RtmpCommand } from './wire/commands.ts';
import { connectResult, emptyResult, keyRefusal, refusal, streamResult } from './wire/replies.ts';
import type { RtmpEnd } from './publication.ts';
import type { About, SessionState } from './session-state.ts';

/** What a command of the encoder leads to. */
export type CommandAnswer =
  | { readonly kind: 'say'; readonly words: Buffer }
  /** The encoder has identified itself: `words` confirm the connection. */
  | { readonly kind: 'connected'; readonly about: About; readonly words: Buffer }
  /** The key is to be checked. */
  | { readonly kind: 'authorize'; readonly key: string; readonly about: About }
  | { readonly kind: 'leave'; readonly reason: RtmpEnd; readonly words: Buffer }
  | { readonly kind: 'nothing' }
  /** Not in this order, or not in this state. */
  | { readonly kind: 'malformed' };

const MALFORMED: CommandAnswer = { kind: 'malformed' };

const publishAnswer = (key: string, about: About): CommandAnswer =>
  key === ''
    ? { kind: 'leave', reason: 'closed', words: keyRefusal('bad_key') }
    : { kind: 'authorize', key, about };

/** Decides what to do about a command in the state that the connection is in. */
export function answerCommand(command: RtmpCommand, state: SessionState): CommandAnswer {
  if (command.kind === 'connect') {
    if (state.kind !== 'connecting') return MALFORMED;
    const { app, encoder } = command;
    return { kind: 'connected', about: { app, encoder }, words: connectResult(command.transaction) };
  }
  if (state.kind !== 'connected' && state.kind !== 'publishing') return MALFORMED;
  switch (command.kind) {
    case 'announce':
      return { kind: 'say', words: emptyResult(command.transaction) };
    case 'create_stream':
      return { kind: 'say', words: streamResult(command.transaction) };
    case 'publish':
      return state.kind === 'connected' ? publishAnswer(command.key, state.about) : MALFORMED;
    case 'play': {
      const words = refusal('NetStream.Play.Failed', 'This address is for publishing only.');
      return { kind: 'leave', reason: 'closed', words };
    }
    case 'leave':
      return state.kind === 'publishing'
        ? { kind: 'leave', reason: 'left', words: Buffer.alloc(0) }
        : { kind: 'nothing' };
    case 'other':
      return { kind: 'nothing' };
    default:
      return assertNever(command);
  }
}
