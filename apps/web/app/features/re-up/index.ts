export { ReUpModule } from './re-up-module.tsx';
export { suggestsReUp } from './re-up-rules.ts';
