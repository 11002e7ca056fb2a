import type { Locale } from '@klieg/contract';
import { AppError } from '@klieg/kernel';

/** A service that translates texts of lines. */
export interface Translator {
  /**
   * @param from a language code; null where nobody knows it
   * @throws common.unavailable when the service does not answer as it should
   */
  translate(text: string, from: string | null, to: Locale): Promise<string>;
}

const TIMEOUT_MS = 5_000;
/** No translation of a line is this long; more is a fault of the service. */
const ANSWER_BYTES_MAX = 64 * 1024;

const unavailable = (cause?: unknown) =>
  new AppError('common.unavailable', cause === undefined ? {} : { cause });

async function readText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) throw unavailable();
    chunks.push(chunk);
  }
  const parsed = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { readonly translatedText?: unknown };
  if (typeof parsed.translatedText !== 'string') throw unavailable();
  return parsed.translatedText;
}

/** A service that speaks like LibreTranslate: POST /translate {q, source, target, format}. */
export function makeLibreTranslator(options: {
  /** Its address without a path. */
  readonly url: string;
  readonly apiKey: string | undefined;
}): Translator {
  return {
    async translate(text, from, to) {
      try {
        const answer = await fetch(new URL('/translate', options.url), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            q: text,
            source: from ?? 'auto',
            target: to,
            format: 'text',
            ...(options.apiKey && { api_key: options.apiKey }),
          }),
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        if (!answer.ok) throw unavailable(`status ${answer.status}`);
        return await readText(answer);
      } catch (error) {
        throw error instanceof AppError ? error : unavailable(error);
      }
    },
  };
}
