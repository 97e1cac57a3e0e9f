import type { Command } from './command.ts';
import { applicationCommands } from './commands/apps.ts';
import { groupCommands } from './commands/groups.ts';
import { login } from './commands/login.ts';
import { policyCommands } from './commands/policies.ts';
import { publish } from './commands/publish.ts';
import { logout, whoami } from './commands/session.ts';
import { tokenCommands } from './commands/tokens.ts';
import { userCommands } from './commands/users.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  login,
  logout,
  whoami,
  publish,
  ...applicationCommands,
  ...policyCommands,
  ...groupCommands,
  ...userCommands,
  ...tokenCommands,
];
