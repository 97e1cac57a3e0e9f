import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The environment with the directories of Debian's servers on the path, which only root has by default. */
export const systemEnvironment = { ...process.env, PATH: [process.env.PATH, '/usr/sbin'].join(delimiter) };

/** Whether a program is installed. */
export const isInstalled = (program: string): boolean =>
  systemEnvironment.PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));
