import type { Api, ResultOf } from '@klieg/contract';

/** Why the vendor's fields gave no token: one is empty, the card is invalid, or the vendor is away. */
export type CardRefusal = 'empty' | 'card' | 'vendor';
export type CardMade =
  | { readonly token: string; readonly first6: string; readonly last4: string }
  | { readonly refused: CardRefusal };

interface CardMake {
  readonly grant: ResultOf<Api['openCardFields']>;
  readonly person: Readonly<Record<string, string>>;
  readonly expiry: { readonly expMonth: string; readonly expYear: string };
}

/** The fields for card number and code in their frame: the input never leaves it except as a token. */
export interface CardFields {
  /** Marks empty fields. */
  isComplete(): Promise<boolean>;
  make(ask: CardMake): Promise<CardMade>;
  close(): void;
}

/** How long the vendor may take. */
const ANSWER_MS = 30_000;

export interface CardLook {
  readonly isDark: () => boolean;
  readonly words: Readonly<Record<'number' | 'cvc' | 'numberRequired' | 'cvcRequired', string>>;
}

/** Talks to the frame; sends it the page's look when it is ready, and whenever that changes. */
export function openCardFields(frame: HTMLIFrameElement, look: CardLook): CardFields {
  const waiting = new Map<string, (message: Record<string, unknown>) => void>();
  const post = (message: object) =>
    // The frame is an origin of its own, which has no name.
    frame.contentWindow?.postMessage({ to: 'klieg.card-fields', ...message }, '*');
  const dress = () => post({ kind: 'look', isDark: look.isDark(), words: look.words });
  const hear = ({ source, data }: MessageEvent<Record<string, unknown> | null>) => {
    if (source !== frame.contentWindow || data?.['from'] !== 'klieg.card-fields') return;
    if (data['kind'] === 'ready') dress();
    else waiting.get(String(data['id']))?.(data);
  };
  addEventListener('message', hear);
  const watch = new MutationObserver(dress);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  // It may have been ready before anybody listened.
  dress();
  const ask = (message: object) =>
    new Promise<Record<string, unknown> | undefined>((resolve) => {
      const id = crypto.randomUUID();
      const end = (answer?: Record<string, unknown>) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(end, ANSWER_MS);
      waiting.set(id, end);
      post({ ...message, id });
    });
  return {
    isComplete: async () => (await ask({ kind: 'check' }))?.['isComplete'] === true,
    async make(given) {
      const answer = await ask({ kind: 'make', ...given });
      if (answer?.['kind'] !== 'made')
        return { refused: (answer?.['why'] as CardRefusal | undefined) ?? 'vendor' };
      return {
        token: String(answer['token']),
        first6: String(answer['first6']),
        last4: String(answer['last4']),
      };
    },
    close() {
      watch.disconnect();
      removeEventListener('message', hear);
    },
  };
}
