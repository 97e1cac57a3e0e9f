/** `npm run serve`: the built service for real use, without demo data. */
import { buildInOwnProcess } from './build.ts';
import { readConfigOrExit, runService } from './service.ts';

readConfigOrExit();
buildInOwnProcess();
await runService();
