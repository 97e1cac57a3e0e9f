import { hostname, userInfo } from 'node:os';
import type { Config } from '../config.ts';
import { type OpenOptions, openContext } from '../context.ts';
import { actOf, recordCommand } from '../features/audit/facade.ts';
import { requestContext } from '../platform/request-context.ts';
import type { Platform } from '../platform/services.ts';

/** Opens the engines for a command, and closes them after it. */
export async function withPlatform<R>(
  config: Config,
  work: (platform: Platform) => Promise<R>,
  options: OpenOptions = {},
): Promise<R> {
  const platform = await openContext(config, {}, options);
  try {
    return await work(platform);
  } finally {
    await platform.workers.close();
    await platform.database.close();
  }
}

/**
 * Runs a command that changes something. The audit log records it as done by an operator: once before it begins, and
 * again with each change.
 */
export async function runAsOperator<R>(
  platform: Platform,
  command: string,
  sent: Readonly<Record<string, unknown>>,
  work: () => Promise<R>,
): Promise<R> {
  await recordCommand(platform, command, { ...sent, by: getOperator() });
  return requestContext.run(actOf(`operator:${command}`, null), work);
}

/** The account on the machine, and the machine's name, because an operator has no account in the service. */
function getOperator(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A container may run under a number without a name.
    return `${process.getuid?.() ?? ''}@${hostname()}`;
  }
}
