import { autoTipGoalConfig, tipGoalConfig } from '@klieg/contract/features/room-games/goal-config';
import { AUTO_TIP_GOAL, TIP_GOAL } from '@klieg/contract/features/room-games/goal-limits';
import { tipMenuConfig } from '@klieg/contract/features/acts/menu-config';
import { TIP_MENU } from '@klieg/contract/features/acts/limits';
import { ticketShowConfig } from '@klieg/contract/features/ticket-shows/config';
import { TICKET_SHOW_APP } from '@klieg/contract/features/ticket-shows/limits';
import { z } from 'zod';
import type { GoalPlan } from './goal-rules.ts';

/** Settings of an app as they were checked and are stored. */
export type AppConfig = Readonly<Record<string, unknown>>;

/** What an app that counts tips for a goal is made of. */
interface GoalKind {
  /** How its goals follow each other. */
  readonly planOf: (config: AppConfig) => GoalPlan;
  /** What becomes the room's subject when all is reached. */
  readonly subjectDoneOf: (config: AppConfig) => string | null;
}

/** A kind of app that performers may install. */
export interface AppKind {
  readonly type: number;
  readonly name: string;
  readonly description: string;
  /** Takes the room's one slot: another one that does makes room for it. */
  readonly isExclusive: boolean;
  readonly config: z.ZodType<AppConfig>;
  /** Absent: it counts no tips, and another feature handles it. */
  readonly goal?: GoalKind;
}

const tipGoal: AppKind = {
  type: TIP_GOAL,
  name: 'tip_goal',
  description: 'One goal. Every tip counts until it is reached, and after.',
  isExclusive: true,
  config: tipGoalConfig,
  goal: {
    planOf: (config) => {
      const { label, target } = tipGoalConfig.parse(config);
      return { steps: [{ label, target }], isAuto: false, repeats: false };
    },
    subjectDoneOf: (config) => tipGoalConfig.parse(config).subject_done,
  },
};

const autoTipGoal: AppKind = {
  type: AUTO_TIP_GOAL,
  name: 'tip_goal_auto',
  description: 'Several goals. What is over one counts for the next.',
  isExclusive: true,
  config: autoTipGoalConfig,
  goal: {
    planOf: (config) => {
      const { goals, repeat } = autoTipGoalConfig.parse(config);
      return { steps: goals, isAuto: true, repeats: repeat };
    },
    subjectDoneOf: () => null,
  },
};

const ticketShow: AppKind = {
  type: TICKET_SHOW_APP,
  name: 'limited_show',
  description: 'A show for those who have a ticket.',
  isExclusive: true,
  config: ticketShowConfig,
};

const tipMenu: AppKind = {
  type: TIP_MENU,
  name: 'tip_menu',
  description: 'What you do for tokens, each at its price.',
  isExclusive: false,
  config: tipMenuConfig,
};

/** Every kind that can be installed. */
export const appKinds: readonly AppKind[] = [tipGoal, autoTipGoal, ticketShow, tipMenu];

export const kindOf = (type: number): AppKind | undefined => appKinds.find((kind) => kind.type === type);

/** How an app's goals follow each other; undefined without goals. */
export const planOf = ({ type, config }: { readonly type: number; readonly config: AppConfig }) =>
  kindOf(type)?.goal?.planOf(config);

/** The catalogue of GET /apps. */
export const presentCatalogue = () =>
  appKinds.map(({ type, name, description, isExclusive, config }) => ({
    type,
    name,
    description,
    config_schema: z.toJSONSchema(config, { io: 'input' }) as Record<string, unknown>,
    exclusive: isExclusive,
  }));
