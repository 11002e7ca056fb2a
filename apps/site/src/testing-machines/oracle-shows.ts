import type { Uuid } from '@klieg/kernel';
import type { Tables } from './memory-tables.ts';
import type { Look } from './oracle-memory.ts';
import type { SeenHold } from './watch-ledger.ts';
import { pairKey } from './world.ts';

/* What a private and a spy may cost (S313, S404), and when nothing is held for them. */

type Row<Name extends keyof Tables> = Tables[Name] extends Map<unknown, infer Found> ? Found : never;

/** Nothing delivered for so long ends a private. */
const SILENT_MS = 60_000;
/** Beyond what is held nobody sees more than a look, and what a step of this world takes. */
const USED_UP_MS = 20_000;
/** The longest step of this world. */
const STEP_MS = 5_000;
/** A look that comes late. */
const LATE_MS = 15_000;
const STARTUP_MS = 10 * 60_000;
const notBegun = new Set(['declined', 'expired', 'failed']);

export const paidFrom = (hold: SeenHold | undefined): number =>
  hold?.captures.reduce((sum, tokens) => sum + tokens, 0) ?? 0;

/** Tokens for delivered time at a price a minute. */
const priceOf = (price: number, ms: number): number => Math.floor((price * Math.floor(ms / 1_000)) / 60);

/** True where nothing happened to the world since a show was seen first that may cost it exact seconds. */
function isCalm({ world, memory }: Look, showId: Uuid): boolean {
  const since = memory.troublesAt.get(showId) ?? world.troubles;
  memory.troublesAt.set(showId, since);
  return since === world.troubles;
}

interface Counted {
  readonly id: Uuid;
  readonly name: string;
  readonly price: number;
  readonly startupTokens: number;
  readonly durationSeconds: number;
  readonly tokensCharged: number;
  readonly deliveredMs: number;
}

/** The end of a meter: its sum is that of S313 and S404 on the seconds that were delivered. */
function judgeEnd(look: Look, hold: SeenHold | undefined, end: Counted): void {
  const { world, blame } = look;
  const { id, name, price, startupTokens, durationSeconds, tokensCharged } = end;
  const trueMs = world.media.delivered.of(id);
  if (durationSeconds * 1_000 > trueMs) blame(`${name}: ${durationSeconds} s of ${trueMs} ms`);
  const full = end.deliveredMs > 0 ? Math.max(startupTokens, priceOf(price, durationSeconds * 1_000)) : 0;
  const paid = paidFrom(hold);
  if (paid !== tokensCharged) blame(`${name}: paid ${paid}, says ${tokensCharged}`);
  if (hold?.isOpen) blame(`${name}: something is still held`);
  const isLost = [...world.lost].some((lost) => world.money.holds.get(lost) === hold);
  const held = hold?.heldTokens ?? 0;
  // After a gap a node may hold more while another one already ends it: nobody pays by that.
  const isExact = !isLost && isCalm(look, id);
  if (isExact ? tokensCharged !== Math.min(full, held) : tokensCharged > Math.min(full, held))
    blame(`${name}: charged ${tokensCharged} for ${full} with ${held} held`);
  // The next interval is held within a step of this world after the one before is used up.
  const short = full - held - priceOf(price, STEP_MS) - 1;
  if (!isLost && short > 0 && !hold?.wasRefused && isCalm(look, id))
    blame(`${name}: ${held} held for ${full}, though nobody refused more`);
}

/** What every node surely knew when it ended is counted. */
function judgeSeconds({ world, memory, blame }: Look, id: Uuid, name: string, seconds: number): void {
  if (memory.counted.has(id)) return;
  memory.counted.add(id);
  const isSure = memory.troublesAtLook === world.troubles;
  const knownMs = isSure ? (memory.known.get(id) ?? 0) : 0;
  if (seconds < Math.floor(knownMs / 1_000)) blame(`${name}: ${seconds} s, ${knownMs} ms known`);
}

/** A show ends for the reason that it says, and goes on for no longer than its times. */
function judgeTimes(look: Look, show: Row<'privates'>, hold: SeenHold | undefined): void {
  const { world, memory, blame } = look;
  const { databaseMs: now, monotonicMs } = world.time;
  const name = `private ${show.id}`;
  const isLost = [...world.lost].some((lost) => world.money.holds.get(lost) === hold);
  const isNews = show.endedAt === now;
  if (isNews && show.reason === 'media_failed' && now < show.startsBy!)
    blame(`${name} failed before its time`);
  if (isNews && show.reason === 'timeout' && now < show.expiresAt) blame(`${name} expired before its time`);
  if (isNews && show.reason === 'out_of_tokens' && !isLost && !hold?.wasRefused && isCalm(look, show.id))
    blame(`${name} ended for want of tokens, and none was refused`);
  if (world.nodes.size === 0 || !isCalm(look, show.id)) return;
  if (memory.troublesAtLook !== world.troubles || monotonicMs - memory.quietSinceMs < LATE_MS) return;
  if (show.state === 'requested' && now > show.expiresAt + LATE_MS) blame(`${name} still waits`);
  if (show.state === 'starting' && now > show.startsBy! + LATE_MS) blame(`${name} still starts`);
  const ms = world.media.delivered.of(show.id);
  const stood = memory.stood.get(show.id);
  if (stood?.ms !== ms || show.state !== 'running')
    memory.stood.set(show.id, { ms, at: monotonicMs, troubles: world.troubles });
  else if (monotonicMs - stood.at > SILENT_MS + LATE_MS) blame(`${name} goes on without a picture`);
}

/** Nobody who was blocked, put out or suspended goes on for longer than a moment (S9). */
function judgeApart({ world, memory, blame }: Look, show: Row<'privates'>): void {
  const { roomId, payerId } = show;
  const isSuspended = [roomId, payerId].some((id) => world.people.get(id)!.suspendedAt !== null);
  const pair = pairKey(roomId, payerId);
  const isApart = world.blocks.has(pair) || world.putOut.has(pair) || isSuspended;
  const known = memory.apart.get(show.id);
  if (show.state !== 'running' || !isApart || world.nodes.size === 0)
    return void memory.apart.delete(show.id);
  const at = world.time.monotonicMs;
  if (known?.troubles !== world.troubles) memory.apart.set(show.id, { at, troubles: world.troubles });
  else if (at - known.at > LATE_MS) blame(`private ${show.id} goes on between those who may not`);
}

/** What is used up is over: a step is paid in advance, or not delivered. */
function judgeUsedUp(
  look: Look,
  its: { readonly id: Uuid; readonly price: number },
  hold: SeenHold | undefined,
): void {
  const { memory, blame } = look;
  if (its.price === 0 || !isCalm(look, its.id)) return;
  const known = memory.known.get(its.id) ?? 0;
  const held = hold?.isOpen ? hold.heldTokens : paidFrom(hold);
  if (priceOf(its.price, known - USED_UP_MS) > held)
    blame(`${its.id} goes on for ${known} ms with ${held} held`);
}

export function judgePrivate(look: Look, show: Row<'privates'>): void {
  const { world, tables, blame } = look;
  const name = `private ${show.id}`;
  const hold = world.money.byMachine.get(`private:${show.id}`);
  const isSettled = show.state === 'ended';
  const calm = isCalm(look, show.id);
  const meter = tables.meters.get(show.id);
  const paid = paidFrom(hold);
  const trueMs = world.media.delivered.of(show.id);
  if (paid > priceOf(show.price, trueMs)) blame(`${name}: paid ${paid} for ${trueMs} ms at ${show.price}`);
  if ((show.state === 'requested' || show.state === 'starting' || notBegun.has(show.state)) && paid > 0)
    blame(`${name} is ${show.state} and was paid`);
  // A process that died at the accept leaves it to the expiry of holds.
  if (notBegun.has(show.state) && calm && hold?.isOpen)
    blame(`${name} is ${show.state}, and ${hold.heldTokens} are held`);
  if (show.state === 'requested' && calm && hold?.isOpen) blame(`${name} waits, and something is held`);
  if (show.state === 'running' && hold && calm) {
    const ahead = priceOf(show.price, (show.prepaidSeconds + 10) * 1_000) + 1;
    if (hold.heldTokens - paid > ahead) blame(`${name}: ${hold.heldTokens - paid} held ahead of ${ahead}`);
  }
  if ((isSettled || show.state === 'settling') && meter)
    judgeSeconds(look, show.id, name, show.durationSeconds ?? -1);
  judgeTimes(look, show, hold);
  judgeApart(look, show);
  if (show.state === 'running') judgeUsedUp(look, show, hold);
  if (!isSettled || !meter) return;
  judgeEnd(look, hold, {
    id: show.id,
    name,
    price: show.price,
    startupTokens: 0,
    durationSeconds: show.durationSeconds ?? -1,
    tokensCharged: show.tokensCharged ?? -1,
    deliveredMs: meter.deliveredMs,
  });
}

/** Whether somebody had paid for a first picture of this performer within ten minutes before (S402). */
function hadPaidStartup({ world, tables }: Look, spy: Row<'spies'>): boolean {
  return [...tables.spies.values()].some((other) => {
    const isBefore = other.beganAt < spy.beganAt && other.beganAt > spy.beganAt - STARTUP_MS;
    const isSame = other.accountId === spy.accountId && other.roomId === spy.roomId;
    if (!isBefore || !isSame || (tables.meters.get(other.id)?.startupTokens ?? 0) === 0) return false;
    return paidFrom(world.money.byMachine.get(`spy:${other.id}`)) > 0;
  });
}

export function judgeSpy(look: Look, spy: Row<'spies'>): void {
  const { world, tables, blame } = look;
  const name = `spy ${spy.id}`;
  const meter = tables.meters.get(spy.id);
  const hold = world.money.byMachine.get(`spy:${spy.id}`);
  const paid = paidFrom(hold);
  if (spy.isFree || !meter) {
    if (paid > 0) blame(`${name} is free and was paid`);
    return;
  }
  const calm = isCalm(look, spy.id);
  const trueMs = world.media.delivered.of(spy.id);
  const sixth = Math.ceil(meter.price / 6);
  if (meter.startupTokens !== 0 && meter.startupTokens !== sixth)
    blame(`${name}: ${meter.startupTokens} to begin with`);
  // Whose hold was taken had it due, and did not pay it.
  if (calm && world.lost.size === 0 && (meter.startupTokens === 0) !== hadPaidStartup(look, spy))
    blame(
      `${name}: ${meter.startupTokens} to begin with, and had ${hadPaidStartup(look, spy) ? '' : 'not '}paid it`,
    );
  const most = trueMs > 0 ? Math.max(meter.startupTokens, priceOf(meter.price, trueMs)) : 0;
  if (paid > most) blame(`${name}: paid ${paid} for ${trueMs} ms at ${meter.price}`);
  const left = (hold?.heldTokens ?? 0) - paid;
  if (spy.state === 'spying' && hold?.isOpen && left > priceOf(meter.price, 20_000) + sixth + 1)
    blame(`${name}: ${left} held ahead`);
  if (spy.state === 'spying') judgeUsedUp(look, { id: spy.id, price: meter.price }, hold);
  const show = tables.privates.get(spy.showId);
  if (show?.type === 'exclusive') blame(`${name} looks into an exclusive`);
  if (spy.state === 'spying' && calm && show?.state !== 'running') blame(`${name} looks into nothing`);
  if (spy.state === 'ended' || spy.state === 'settling')
    judgeSeconds(look, spy.id, name, spy.durationSeconds ?? -1);
  if (spy.state !== 'ended') return;
  judgeEnd(look, hold, {
    id: spy.id,
    name,
    price: meter.price,
    startupTokens: meter.startupTokens,
    durationSeconds: spy.durationSeconds ?? -1,
    tokensCharged: spy.tokensCharged ?? -1,
    deliveredMs: meter.deliveredMs,
  });
}
