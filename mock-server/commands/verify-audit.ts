import { openPlatform } from '../app.ts';
import type { Config } from '../config.ts';
import { verifyTrail } from '../features/audit/verify.ts';

/** `appshelf-service audit verify`: 1 when something was found. */
export async function verifyAudit(config: Config): Promise<number> {
  const platform = await openPlatform(config);
  try {
    const { organizations, rows, erased, findings } = await verifyTrail(platform);
    for (const { orgId, position, what } of findings)
      process.stdout.write(`${orgId || 'the service'}, ${position ?? 'not chained'}: ${what}\n`);
    process.stdout.write(
      `${rows} rows of ${organizations} chains, ${erased} of them without details: ${findings.length || 'nothing'} found\n`,
    );
    return findings.length > 0 ? 1 : 0;
  } finally {
    await platform.workers.close();
    await platform.database.close();
  }
}
