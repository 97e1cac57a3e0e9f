import type { Command } from './command.ts';
import { applicationCommands } from './commands/apps.ts';
import { credentialsCommands } from './commands/credentials.ts';
import { feedCommands } from './commands/feeds.ts';
import { groupCommands } from './commands/groups.ts';
import { inspectionCommands } from './commands/inspect.ts';
import { login } from './commands/login.ts';
import { policyCommands } from './commands/policies.ts';
import { publish } from './commands/publish.ts';
import { reportCommands } from './commands/reports.ts';
import { logout, whoami } from './commands/session.ts';
import { sign } from './commands/sign.ts';
import { tokenCommands } from './commands/tokens.ts';
import { userCommands } from './commands/users.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  login,
  logout,
  whoami,
  publish,
  sign,
  ...applicationCommands,
  ...inspectionCommands,
  ...policyCommands,
  ...groupCommands,
  ...userCommands,
  ...credentialsCommands,
  ...tokenCommands,
  ...reportCommands,
  ...feedCommands,
];
