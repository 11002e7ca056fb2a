import { type AmfValue, decodeAmf0 } from './amf0.ts';

/** What an encoder asks for; `other` needs no answer. */
export type RtmpCommand =
  | {
      readonly kind: 'connect';
      readonly transaction: number;
      readonly app: string;
      readonly encoder: string | undefined;
    }
  /** Releasing or announcing a name, which means nothing here. */
  | { readonly kind: 'announce'; readonly transaction: number }
  | { readonly kind: 'create_stream'; readonly transaction: number }
  | { readonly kind: 'publish'; readonly key: string }
  | { readonly kind: 'play' }
  | { readonly kind: 'leave' }
  | { readonly kind: 'other' };

const APP_LENGTH_MAX = 128;
const KEY_LENGTH_MAX = 256;
const ENCODER_LENGTH_MAX = 80;

const isMap = (value: AmfValue): value is ReadonlyMap<string, AmfValue> => value instanceof Map;

/** The text before its parameters. */
const beforeQuery = (text: string): string => text.split('?', 1)[0] ?? '';

const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, ENCODER_LENGTH_MAX);

function connectCommand(transaction: number, about: AmfValue): RtmpCommand | undefined {
  const app = isMap(about) ? about.get('app') : undefined;
  const encoder = isMap(about) ? about.get('flashVer') : undefined;
  if (typeof app !== 'string' || app.length > APP_LENGTH_MAX) return undefined;
  return {
    kind: 'connect',
    transaction,
    app: beforeQuery(app),
    encoder: typeof encoder === 'string' ? printable(encoder) || undefined : undefined,
  };
}

function publishCommand(name: AmfValue): RtmpCommand | undefined {
  if (typeof name !== 'string') return undefined;
  const key = beforeQuery(name);
  return key.length <= KEY_LENGTH_MAX ? { kind: 'publish', key } : undefined;
}

/** Reads a command message; undefined when it is malformed. Never throws. */
export function parseCommand(payload: Buffer): RtmpCommand | undefined {
  const [name, transactionValue, about, argument] = decodeAmf0(payload) ?? [];
  if (typeof name !== 'string') return undefined;
  const transaction = typeof transactionValue === 'number' ? transactionValue : 0;
  switch (name) {
    case 'connect':
      return connectCommand(transaction, about);
    case 'releaseStream':
    case 'FCPublish':
      return { kind: 'announce', transaction };
    case 'createStream':
      return { kind: 'create_stream', transaction };
    case 'publish':
      return publishCommand(argument);
    case 'play':
    case 'play2':
      return { kind: 'play' };
    case 'FCUnpublish':
    case 'deleteStream':
    case 'closeStream':
      return { kind: 'leave' };
    default:
      return { kind: 'other' };
  }
}
