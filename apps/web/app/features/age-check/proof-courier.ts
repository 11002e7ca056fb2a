/** What the issuer has answered; status 0: it could not be asked. */
export interface CourierAnswer {
  readonly status: number;
  readonly json?: Readonly<Record<string, unknown>>;
}

/**
 * Asks the issuer of proofs from a frame whose origin has no name. If this page asked itself, the browser would send
 * this site's name with each request (`Origin`), and the issuer would know where people go.
 */
export interface Courier {
  ask(path: '/keys' | '/sign', form?: Readonly<Record<string, string>>): Promise<CourierAnswer>;
  close(): void;
}

/** How long the issuer may take. */
const ANSWER_MS = 30_000;

export function openCourier(): Courier {
  const frame = document.createElement('iframe');
  frame.src = '/api/v1/age-proof/courier';
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.referrerPolicy = 'no-referrer';
  const waiting = new Map<string, (answer: CourierAnswer) => void>();
  let whenReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => (whenReady = resolve));
  const hear = ({ source, data }: MessageEvent<Record<string, unknown> | null>) => {
    if (source !== frame.contentWindow || data?.['from'] !== 'klieg.age-proof') return;
    if (data['kind'] === 'ready') whenReady();
    else waiting.get(String(data['id']))?.(data as unknown as CourierAnswer);
  };
  addEventListener('message', hear);
  document.body.append(frame);
  return {
    ask: (path, form) =>
      new Promise((resolve) => {
        const id = crypto.randomUUID();
        const end = (answer: CourierAnswer) => {
          clearTimeout(timer);
          waiting.delete(id);
          resolve(answer);
        };
        const timer = setTimeout(() => end({ status: 0 }), ANSWER_MS);
        waiting.set(id, end);
        void ready.then(() =>
          frame.contentWindow?.postMessage({ to: 'klieg.age-proof', id, path, form }, '*'),
        );
      }),
    close() {
      removeEventListener('message', hear);
      frame.remove();
    },
  };
}
