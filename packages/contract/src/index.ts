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
export type { BrowseResult } from './discovery/http.ts';
export { BROWSE_PAGE_SIZE, browseResult, LEADERBOARD_SIZE, SEARCH_PAGE_SIZE } from './discovery/http.ts';
export type { SiteConfig } from './brand/http.ts';
export type { Product, Products } from './billing/http.ts';
export type { ModerationAction, Shield } from './room-chat/http.ts';
export {
  type Biller,
  type ChatMode,
  type ChatStatus,
  type FriendStatus,
  type Gender,
  type GenderSlug,
  genderOfSlug,
  genderSlug,
  type LedgerKind,
  type Locale,
  locale,
  type OrderState,
  type PmAllow,
  type PmSort,
  type ReportReason,
  type RoomRole,
  type TipType,
  type UserRole,
  userRole,
} from './enums.ts';
export { IGNORED_MAX } from './blocks/http.ts';
export { BROADCASTS_A_DAY, NEW_PEOPLE_A_DAY, PICTURE_BYTES_MAX, ROOMS_MAX } from './direct-messages/http.ts';
export { FRIENDS_MAX } from './friends/http.ts';
export { plannedByFeature } from './planned.ts';
export { PROTOCOL_VERSION, TEMPLATE_EDITION } from './platform/edition.ts';
export type { ErrorSpec } from './error-spec.ts';
export { type ErrorCode, errorSpecs } from './errors.ts';
export { cleanText } from './event-fields.ts';
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
export { accountName, type CurrentUser } from './identity/http.ts';
export type { Trace } from './ledger/http.ts';
export type { FanClub } from './fan-club/http.ts';
export { type Bio, type CardAction, type ChatUserRole, NOTES_MAX } from './people/http.ts';
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
export { DEFAULT_TIP_TOKENS } from './tipping/http.ts';
