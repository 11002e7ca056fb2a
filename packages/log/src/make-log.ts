import type { Log } from '@klieg/kernel';
import { type DestinationStream, destination, pino, stdTimeFunctions } from 'pino';
import { cleanFields, cleanText } from './clean-fields.ts';

/** Fields that are never written, anywhere in the first four levels of an entry. */
const HIDDEN = [
  'authorization',
  'cookie',
  'cookies',
  'set-cookie',
  'x-csrf-token',
  'x-internal-secret',
  'csrf',
  'password',
  'secret',
  'sig',
  'token',
  'node_token',
  'control_token',
  'stream_key',
  'email',
  'mail',
  'card',
  'card_number',
  'cvc',
  'iban',
];
const DEPTHS = ['', '*.', '*.*.', '*.*.*.'];

/**
 * A log of JSON lines, one per entry, written immediately so that the last one before a crash is there too (default:
 * standard error). Secret fields are hidden by name; mail addresses, card numbers and tokens also inside texts.
 */
export function makeLog(
  base: Readonly<Record<string, unknown>> = {},
  out: DestinationStream = destination({ dest: 2, sync: true }),
): Log {
  const logger = pino(
    {
      base: { ...base },
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      // `cleanFields` has already made a plain object of it.
      serializers: { err: (error: unknown) => error },
      formatters: { level: (level) => ({ level }), log: cleanFields },
      redact: {
        paths: HIDDEN.flatMap((name) => DEPTHS.map((depth) => `${depth}["${name}"]`.replace('.["', '["'))),
        censor: '[hidden]',
      },
    },
    out,
  );
  return {
    info: (fields, message) => logger.info(fields, cleanText(message)),
    warn: (fields, message) => logger.warn(fields, cleanText(message)),
    error: (fields, message) => logger.error(fields, cleanText(message)),
  };
}
