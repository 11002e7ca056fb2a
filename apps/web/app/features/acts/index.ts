export { BoughtActs } from './bought-acts.tsx';
