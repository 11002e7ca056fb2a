export { freePort } from './free-port.ts';
export {
  CallError,
  makeVisitor,
  type Received,
  type Visitor,
  type VisitorFrom,
  type VisitorSocket,
} from './visitor.ts';
export { isCoturnInstalled, startCoturn, type RunningCoturn } from './coturn.ts';
export { isCaddyInstalled, startCaddy, type RunningCaddy } from './caddy.ts';
export { editConfiguration, isNginxInstalled, startNginx, type RunningNginx } from './nginx.ts';
export { isObsInstalled, OBS_ADVISED, type ObsProfile, type RunningObs, startObs } from './obs.ts';
