/** Why somebody is asked to join or log in; the dialog says it in its title. */
export type JoinReason = 'tip' | 'chat' | 'follow' | 'purchase' | 'watch';

/** Every modal that can open on any page, with what it is told. */
export interface ModalMap {
  login: { readonly reason?: JoinReason };
  signup: { readonly reason?: JoinReason };
  /** `isRetry`: from the dialog of a declined card, which is not shown again in its place. */
  tokens: { readonly missingTokens?: number; readonly isRetry?: boolean };
  'purchase-biller': { readonly link: string; readonly orderId: string };
  'payment-success': { readonly orderId?: string; readonly tokensAdded?: number };
  'payment-failed': { readonly message: string; readonly code?: string; readonly orderId?: string };
  'payment-declined': {
    readonly message?: string;
    readonly shouldVerify: boolean;
    readonly alternative?: string;
  };
  'daily-limit-verify': Record<string, never>;
  'daily-low-limit': Record<string, never>;
  'tip-block-notice': Record<string, never>;
  'chat-style': Record<string, never>;
  rating: {
    readonly username: string;
    readonly displayName: string;
    readonly pictureUrl: string | null;
    /** The own stars of today. */
    readonly stars: number | null;
    readonly onRated: (stars: number, ratings: { readonly average: number; readonly count: number }) => void;
  };
  alert: { readonly title: string; readonly text: string };
}

export type ModalKey = keyof ModalMap;

/** Modals that survive a reload by `?modal=`; all others do not. */
export const ADDRESSED_MODALS = ['login', 'signup', 'tokens'] as const satisfies readonly ModalKey[];

/** The modal that a query names, or undefined. */
export const modalOfQuery = (query: URLSearchParams): (typeof ADDRESSED_MODALS)[number] | undefined =>
  ADDRESSED_MODALS.find((key) => key === query.get('modal'));
