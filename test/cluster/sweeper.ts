import { withPlatform } from '../../mock-server/commands/as-operator.ts';
import { readConfig } from '../../mock-server/config.ts';
import { sweepBlobs } from '../../mock-server/features/applications/sweep.ts';

/**
 * The sweep of an instance, in a process of its own that can be killed, as if nobody were in the middle of publishing. Of servers that tell times by the
 * second, what was stored just now may be of the next one.
 */
await withPlatform(readConfig(process.env), (platform) => sweepBlobs(platform, -2_000));
