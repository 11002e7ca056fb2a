/*
 * Loaded into the processes of a soak: collects their garbage now and then, so that what is measured is
 * what they hold and not what the engine has not got round to giving back.
 */
const COLLECT_MS = 10_000;

const collect = (globalThis as { gc?: () => void }).gc;
if (!collect) throw new Error('the soak probe needs --expose-gc');
setInterval(collect, COLLECT_MS).unref();
