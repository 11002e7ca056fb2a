export { isLoopback, isVastNetwork, networkOf, readNetworks } from './networks.ts';
export { openPlaceDatabase } from './place-database.ts';
export {
  makeVisitorOf,
  NOWHERE,
  type Place,
  type Visitor,
  type VisitorOf,
  type VisitorRequest,
  type VisitorRules,
} from './visitor.ts';
