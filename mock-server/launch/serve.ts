/** `npm run serve`: the built service for real use, without demo data. */
import { buildApart } from './build.ts';
import { configOrExit, runService } from './service.ts';

configOrExit();
buildApart();
await runService();
