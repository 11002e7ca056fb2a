export type { KeptPlan, PlanStore } from './plan-store.ts';
export { costMax, presentPlan, type WheelPlan } from './wheel-rules.ts';
export { composePromo, type PromoFeature } from './compose.ts';
