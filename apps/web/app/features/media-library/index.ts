export { PersonTabs } from './person-tabs.tsx';
