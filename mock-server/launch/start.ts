/** `npm start`: the built service with the demo organization. */
import type { Config } from '../config.ts';
import { buildInOwnProcess } from './build.ts';
import { demoAccounts, fillWithDemo } from './demo.ts';
import { readConfigOrExit, runService } from './service.ts';

process.env.DEMO = 'true';
const config = readConfigOrExit();
buildInOwnProcess();
await fillWithDemo(config.dataDir);
await runService();
process.stdout.write(printWelcome(config));

function printWelcome({ tls, publicUrl, host, port }: Config): string {
  const address = publicUrl ?? `${tls ? 'https' : 'http'}://${host}:${port}`;
  const accounts = demoAccounts.userIds.map((userId) => `  ${userId}  ${demoAccounts.password}`);
  return [
    '',
    `Appshelf is ready: ${address}`,
    'Sign in with user id and password:',
    ...accounts,
    '',
    '',
  ].join('\n');
}
