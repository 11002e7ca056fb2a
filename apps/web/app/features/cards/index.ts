export { CardChoice } from './card-choice.tsx';
export { cardName } from './card-words.ts';
export { ChargeList } from './charge-list.tsx';
export { CardsModule } from './cards-module.tsx';
export { useCards } from './use-cards.ts';
