export { api, type Api, callsByFeature } from './api.ts';
export type {
  AnswerOf,
  ArgumentsOf,
  Call,
  CallSpec,
  Condition,
  InputOf,
  Method,
  PlannedRoute,
  RateClass,
  ResultOf,
  Route,
  Upload,
  Who,
} from './call.ts';
export type {
  BrowseCounts,
  BrowseResult,
  BrowseSection,
  DroppableFilter,
  FilteredResult,
  PlaceReasons,
} from './discovery/browse-shapes.ts';
export { FEED_PAGE_SIZE, type FeedItem, type FeedPage } from './discovery/feed.ts';
export {
  BROWSE_PAGE_SIZE,
  browseResult,
  LEADERBOARD_SIZE,
  SEARCH_PAGE_SIZE,
  SECTION_SIZE,
  TAGS_PAGE_SIZE,
  TOP_PAGE_SIZE,
} from './discovery/browse-shapes.ts';
export type { RoomOffer } from './discovery/filters.ts';
export type { SiteConfig } from './brand/http.ts';
export { DAILY_PURCHASE_CENTS } from './billing/limits.ts';
export { type BillingTopic, billingTopic } from './billing/product-shapes.ts';
export type { JoinProduct, Opening, Product, Products } from './billing/product-shapes.ts';
export type { CardOnFile } from './cards/http.ts';
export type { PostpayState } from './post-pay/http.ts';
export type { Postpay } from './post-pay/settings.ts';
export { RE_UP_LIMITS } from './re-up/re-up-limits.ts';
export { type AgreedReUps, type AutoReUps, autoReUps, readAutoReUps } from './re-up/settings.ts';
export type { DeskProduct, DeskPromo, DeskWheel, ProductKind } from './back-office/http.ts';
export type { AgeDemand } from './age-check/rules.ts';
export type { AgeRelease, AgeRuleLine, LiveCheck } from './age-check/http.ts';
export type { Banner, BannerAudience, DeskBanner } from './banners/http.ts';
export type { Announcement, AnnouncementAudience, DeskAnnouncement } from './announcements/http.ts';
export type { Contest, DeskContest } from './contests/http.ts';
export { SAVED_SEARCHES_MAX, TOLD_EACH_MS, type SavedSearch } from './saved-searches/http.ts';
export type {
  ComplaintAction,
  DeskComplaint,
  DeskComplaintWhole,
  OwnComplaint,
} from './complaint-desk/http.ts';
export type { DeskDocument } from './content-pages/legal-documents.ts';
export type { DeskLink } from './content-pages/outside-links.ts';
export { type DeskPressEntry, PRESS_PAGE_SIZE, type PressEntry } from './content-pages/press.ts';
export type {
  AdminUser,
  AdminUserInList,
  AdminUserWhole,
  DeskFlag,
  TokenCorrection,
} from './user-desk/http.ts';
export type { AuditEntry } from './audit/http.ts';
export { toldKind } from './money-desk/orders.ts';
export type { DeskOrder, DeskOrderWhole, RefundBar, RefundPlan, RefundState } from './money-desk/orders.ts';
export type { Dispute, DisputeState, PurchaseBlock } from './money-desk/disputes.ts';
export type { OperatorAccount, SchemeRatio } from './money-desk/figures.ts';
export type { Stats } from './stats.ts';
export type { EmailKind } from './email-subscription/http.ts';
export type { EarnedBalance } from './earnings/http.ts';
export type { LineState, SettlementFile, SettlementLine } from './money-desk/settlements.ts';
export type { DeskTransfer } from './money-desk/ledger.ts';
export type { ModerationAction, Shield } from './room-chat/http.ts';
export {
  type AgeAction,
  ageAction,
  type AgeCheckState,
  type AgeMethod,
  ageMethod,
  type Biller,
  type ChatMode,
  type ChatStatus,
  type FanLevel,
  type FriendStatus,
  type Gender,
  type GenderSlug,
  genderOfSlug,
  genderSlug,
  HOME_SECTIONS,
  type HomeSection,
  type LedgerKind,
  type Locale,
  locale,
  type OrderState,
  type PersonKind,
  personKind,
  type PmAllow,
  type PmSort,
  type ReportReason,
  type RoomRole,
  type TipType,
  type UserRole,
  userRole,
} from './enums.ts';
export { IGNORED_MAX } from './blocks/limits.ts';
export { BROADCASTS_A_DAY, NEW_PEOPLE_A_DAY, PICTURE_BYTES_MAX, ROOMS_MAX } from './direct-messages/http.ts';
export { FRIENDS_MAX } from './friends/http.ts';
export { plannedByFeature } from './planned.ts';
export { PROTOCOL_VERSION, TEMPLATE_EDITION } from './platform/edition.ts';
export type { ErrorSpec } from './error-spec.ts';
export { type ErrorCode, errorSpecs } from './errors.ts';
export type { OauthProvider } from './oauth/http.ts';
export { cleanText, hasSomethingToSee } from './event-fields.ts';
export type { Audience, EventSpec, Filter, PayloadOf } from './event.ts';
export {
  type EventName,
  eventsByFeature,
  firstIdOf,
  eventSpecs,
  type Payload,
  type Template,
  templateList,
  templateListOf,
} from './events.ts';
export type { NewPasskey, PasskeyAnswer, PasskeyProof } from './second-factor/proofs.ts';
export { accountName, type CurrentUser, type PremiumOffer } from './identity/http.ts';
export type { Trace } from './ledger/http.ts';
export type { FanClub, FanMembership, FanPost } from './fan-club/http.ts';
export type {
  AccessType,
  MediaCard,
  MediaDetail,
  MediaEdit,
  MediaItem,
  MediaPart,
  MediaSort,
  MediaStatus,
  MediaTimeline,
  MediaTypeName,
  Playlist,
  PurchaseTab,
  UploadedItem,
} from './media-library/shapes.ts';
export { type Bio, type CardAction, type ChatUserRole, NOTES_MAX } from './people/http.ts';
export {
  type ModelDocument,
  modelDocument,
  type OnboardingStep,
  onboardingStep,
  type ReviewCase,
  type ViewerDocument,
} from './onboarding/cases.ts';
export type { Onboarding, Person } from './onboarding/http.ts';
export type { BannedTerm, TermAction, TermScope } from './compliance/http.ts';
export type { PerformerContent, PerformerRecord } from './performer-records/http.ts';
export type { Consent, ConsentInvite } from './consents/http.ts';
export type { ConsentScope, ConsentState } from './consents/shapes.ts';
export { MODEL_PROFILE_KEYS, type Review, type ReviewKind } from './profile/http.ts';
export type { Profile, ProfileChange } from './profile/fields.ts';
export type { PromoOffer, Spun, WheelDraw, WheelName } from './promo/http.ts';
export { DEFAULT_PROMO_CODE, PROMO_CODE_LENGTH } from './promo/limits.ts';
export { RATING_TIPS_MIN } from './ratings/http.ts';
export type { Room } from './rooms/http.ts';
export {
  defaultSettings,
  modelDefaults,
  modelSettings,
  type Settings,
  settings,
  viewerSettings,
} from './settings/http.ts';
export type { ChatLine, LedgerRow, Notice, Site, UserCard, UserSummary } from './shapes.ts';
export { HIGHLIGHT_TOKENS } from './room-chat/http.ts';
export {
  type PrivateDiscount,
  type PrivateEndReason,
  type PrivateState,
  type PrivateStats,
  type PrivateType,
} from './shows/show-state.ts';
export type { RaidRoom } from './raids/http.ts';
export type { CoShowPartner } from './co-shows/http.ts';
export type { CoShow, CoShowRequest } from './co-shows/show-state.ts';
export type { GroupShow } from './group-shows/show-state.ts';
export type { RaidState } from './raids/raid-state.ts';
export type { OwnStream, StreamDate } from './schedule/http.ts';
export { type LimitedShow } from './ticket-shows/show-state.ts';
export { type TipSplitState } from './tip-split/split-state.ts';
export type { HouseSanction } from './moderation/sanctions.ts';
export type {
  Appeal,
  CaseState,
  OwnSanction,
  Report,
  ReportAction,
  ReportWhole,
  WallPart,
  WallRoom,
} from './moderation/http.ts';
export type { DeskThread, DeskThreadLine, SupportThread, SupportThreadLine } from './support/http.ts';
export type { PlaybackAnswer, PlaybackFigures, PlaybackWay } from './playback/http.ts';
export type { VisitTracking } from './tracking/visit-tracking.ts';
export type { HouseCamera, VoyeurHouse, VoyeurRoomLine } from './voyeur/http.ts';
export { type WatchMedia } from './watch-together/watch-state.ts';
export { DEFAULT_TIP_TOKENS } from './tipping/limits.ts';
