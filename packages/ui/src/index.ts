export { Avatar, type AvatarProps } from './components/avatar.tsx';
export {
  Bar,
  type BarProps,
  cssValue,
  LevelMeter,
  type LevelMeterProps,
  litLamps,
  Steps,
} from './components/bar.tsx';
export {
  Button,
  buttonClass,
  type ButtonKind,
  type ButtonProps,
  type ButtonSize,
} from './components/button.tsx';
export { CardPicture, CardSkeleton, CardStrip } from './components/card.tsx';
export { Checkbox, OptionRow, Radio, Switch } from './components/choice.tsx';
export { Chip, Chips } from './components/chip.tsx';
export { ChoiceMenu, type ChoiceMenuProps } from './components/choice-menu.tsx';
export { ContentImage, type ContentImageProps } from './components/content-image.tsx';
export { DateOfBirth } from './components/date-of-birth.tsx';
export { ConfirmDialog } from './components/confirm-dialog.tsx';
export { Dialog, type DialogProps } from './components/dialog.tsx';
export { DialogWaiting } from './components/dialog-waiting.tsx';
export { Empty, ErrorBox } from './components/empty.tsx';
export { FactList } from './components/fact-list.tsx';
export { Field, type FieldProps } from './components/field.tsx';
export { giveBackFocus } from './components/give-back-focus.ts';
export { HeadCell } from './components/head-cell.tsx';
export { Icon, type IconProps } from './components/icon.tsx';
export { IconButton, type IconButtonProps } from './components/icon-button.tsx';
export { Input, type InputProps, Select, TextArea } from './components/input.tsx';
export { joinClasses } from './components/join-classes.ts';
export { LatencyPill, latencyTone } from './components/latency-pill.tsx';
export { LevelShape, USER_LEVELS, type UserLevel } from './components/level-shape.tsx';
export { LogoMark } from './components/logo.tsx';
export { LowerThird, type LowerThirdProps } from './components/lower-third.tsx';
export { Menu, MenuItem, MenuLine } from './components/menu.tsx';
export { Notice, type NoticeTone } from './components/notice.tsx';
export { Picture, type PictureSources } from './components/picture.tsx';
export { Segments } from './components/segments.tsx';
export { Popover } from './components/popover.tsx';
export { moveInRow } from './components/roving-focus.ts';
export { ROOM_LOOKS, type RoomLook, StateBadge } from './components/state-badge.tsx';
export { Count, Tag, type TagTone } from './components/tag.tsx';
export { TabPanel, Tabs } from './components/tabs.tsx';
export { TokenAmount, type TokenAmountProps, TokenGlyph } from './components/token-amount.tsx';
export { Tooltip } from './components/tooltip.tsx';
export type { IconName } from './icons/icon-name.ts';
export {
  closeAllToasts,
  showToast,
  TOAST_MS,
  type ToastAppearance,
  type ToastSpec,
  watchToasts,
  whenToastWaits,
} from './toast/show-toast.ts';
