import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../../config.ts';
import { ServiceError } from '../../errors.ts';
import { addRequestHook } from '../sync-hooks.ts';

type PressureLimits = Config['limits']['pressure'];

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether it is answered under pressure too. */
    always?: boolean;
  }
}

/**
 * Share of a processor that the process itself used when it is its own requests that make it late. With less, other programs
 * keep the machine busy: to refuse requests would not make it quicker, and would refuse everybody.
 */
const ownShare = 0.75;

/** Milliseconds between two measurements of the process. */
const checkIntervalMs = 500;

/**
 * Refuses requests with 503 while the process can't keep up, before its memory runs short, and while it stops: running
 * requests are finished first.
 */
export function answerUnderPressure(app: FastifyInstance, limits: PressureLimits): void {
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  let pressed = false;
  let before = { cpu: process.cpuUsage(), at: performance.now() };
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before.cpu);
    const own = (user + system) / 1e3 / (performance.now() - before.at);
    before = { cpu: process.cpuUsage(), at: performance.now() };
    const isLate = delays.mean / 1e6 > limits.delay;
    pressed = (isLate && own >= ownShare) || isMemoryShort(limits);
    delays.reset();
  }, checkIntervalMs);
  timer.unref();

  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onClose', async () => {
    clearInterval(timer);
    delays.disable();
  });
  addRequestHook(app, (request, reply) => {
    if (stopping) reply.header('connection', 'close');
    if (stopping || (pressed && request.routeOptions.config?.always !== true)) throw busy(stopping);
  });
}

function isMemoryShort({ heapPercent, memoryLeft }: PressureLimits): boolean {
  const { used_heap_size: used, heap_size_limit: max } = getHeapStatistics();
  return used > (max * heapPercent) / 100 || process.availableMemory() < memoryLeft;
}

const busy = (stopping: boolean) =>
  new ServiceError(
    'unavailable',
    stopping
      ? 'The service is stopping. Try again in a moment.'
      : 'The service is busy. Try again in a moment.',
    { headers: { 'retry-after': '5' } },
  );
