export { BoughtActs } from './bought-acts.tsx';
export { MenuList } from './menu-list.tsx';
export { menuOf } from './menu-state.ts';
