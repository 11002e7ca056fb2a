import type { Biller, BillingTopic, MediaItem, Product, PromoOffer } from '@klieg/contract';

/** Why somebody is asked to join or log in; the dialog says it in its title. */
export type JoinReason =
  | 'tip'
  | 'chat'
  | 'follow'
  | 'purchase'
  | 'watch'
  | 'private'
  | 'spy'
  | 'ticket'
  | 'sharecam'
  | 'remind'
  | 'fan_club'
  | 'search';

/** What tokens are missing for; `stay`: a private continues, but not for long. */
export type MissingFor = 'tip' | 'split' | 'show' | 'stay' | 'message' | 'fan_club' | 'media';

/** Where a press on the price of media was. */
export type MediaSource = 'media_page' | 'room' | 'list' | 'feed' | 'pm' | 'playlist' | 'gallery';

/** Initial values of the purchase. */
export interface PurchaseWishes {
  /** What an act lacked, 0 where nobody says how much; the suggested package covers it. */
  readonly missingTokens?: number;
  /** The dialog shows it beside the sum. */
  readonly missingFor?: MissingFor;
  /** From the dialog of a declined card, which is not shown again in its place. */
  readonly isRetry?: boolean;
  /** Nobody pressed for it: the site offers it automatically. */
  readonly isPrompted?: boolean;
  readonly biller?: Biller;
  /** The package that is chosen already. */
  readonly internalId?: string;
  /** Begin with a card that is not on file, or with less than this package. */
  readonly startWith?: 'other-card' | { readonly lessThan: string | undefined };
}

/** Every modal that can open on any page, with its props. */
export interface ModalMap {
  login: { readonly reason?: JoinReason };
  signup: { readonly reason?: JoinReason };
  'forgot-password': { readonly login?: string };
  'confirm-email': Record<string, never>;
  /** Another username, where the account may choose one. */
  'change-username': Record<string, never>;
  tokens: PurchaseWishes;
  'purchase-biller': { readonly link: string; readonly orderId: string };
  'payment-success': { readonly orderId?: string; readonly tokensAdded?: number };
  /** `message` is empty without a reason; `reason` are the biller's own words. */
  'payment-failed': {
    readonly message: string;
    readonly reason?: string;
    readonly code?: string;
    readonly orderId?: string;
  };
  'payment-declined': {
    readonly message?: string;
    readonly shouldVerify: boolean;
    /** Where the same can be bought at another biller; absent: the dialog asks. */
    readonly alternates?: readonly Pick<Product, 'biller' | 'internal_id'>[];
    /** The package that was declined. */
    readonly internalId?: string;
    readonly orderId?: string;
  };
  'contact-support': { readonly topic?: BillingTopic; readonly orderId?: string };
  'age-check': Record<string, never>;
  'daily-limit-verify': Record<string, never>;
  'daily-low-limit': Record<string, never>;
  'tip-block-notice': Record<string, never>;
  'geo-overlay': Record<string, never>;
  /** The three memberships. */
  upgrade: Record<string, never>;
  /** Proposes a tip split in the room of that name; the given values prefill the fields. */
  'tip-split': { readonly username: string; readonly amount?: number; readonly splitters?: number };
  'promo-wheel': Record<string, never>;
  'vault-wheel': Record<string, never>;
  'wheel-draws': { readonly drawId?: string };
  'promo-code': { readonly code?: string };
  'promo-offer': {
    readonly offer: PromoOffer;
    readonly imageUrl: string | null;
    /** Called when it was closed without its button. */
    readonly onClosed: () => void;
  };
  /** What post-pay is, with the way to decline it. */
  postpay: Record<string, never>;
  'postpay-enable': { readonly offeredTokens: number };
  /** Another card for a debt. */
  'postpay-card': Record<string, never>;
  /** Consent to automatic purchases. */
  're-up': { readonly internalId?: string };
  /** Proposes automatic purchases when a show begins. */
  're-up-suggestion': { readonly pricePerMinute: number };
  'card-affidavit': { readonly id: string; readonly name: string };
  'chat-style': Record<string, never>;
  /** How the home page of a member is laid out. */
  'home-layout': Record<string, never>;
  /** Asks once before a video or a set of pictures is bought. */
  'media-purchase': {
    readonly media: MediaItem;
    readonly source: MediaSource;
    /** The price is another one by now, or the item is gone. */
    readonly onStale?: (() => void) | undefined;
  };
  /** Tells performers once that there are fan clubs. */
  'club-announcement': Record<string, never>;
  /** Performers whom somebody has hidden from all lists. */
  'hidden-models': Record<string, never>;
  /** Why a room is ranked where it is in lists. */
  'why-here': { readonly username: string; readonly name: string };
  /** What this browser keeps of the swipe feed. */
  'swiper-settings': Record<string, never>;
  /** Asks once before something is done. */
  confirm: {
    readonly title: string;
    readonly text: string;
    /** The word on the button that does it. */
    readonly yes: string;
    /** The word on the button that changes nothing; default "Cancel". */
    readonly no?: string;
    readonly isHarmless?: boolean;
    readonly onYes: () => void;
  };
  /** What may be counted and stored about this browser. */
  consent: Record<string, never>;
  /** Conversations with support. */
  support: Record<string, never>;
  alert: { readonly title: string; readonly text: string };
}

export type ModalKey = keyof ModalMap;

/** Modals that survive a reload by `?modal=`; all others do not. */
export const ADDRESSED_MODALS = [
  'login',
  'signup',
  'forgot-password',
  'tokens',
  'upgrade',
] as const satisfies readonly ModalKey[];

/** The modal that a query names, or undefined. */
export const modalOfQuery = (query: URLSearchParams): (typeof ADDRESSED_MODALS)[number] | undefined =>
  ADDRESSED_MODALS.find((key) => key === query.get('modal'));
