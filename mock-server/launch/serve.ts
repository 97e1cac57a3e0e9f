/** `npm run serve`: the built service for real use, without demo data. */
import { buildIfChanged } from './build.ts';
import { configOrExit, runService } from './service.ts';

configOrExit();
await buildIfChanged();
await runService();
