import { readFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { headLine, headsIn, type KnownHead, knownHeads } from '../features/audit/known-heads.ts';
import { verifyTrail } from '../features/audit/verify.ts';
import { ConfigError } from '../settings/environment.ts';
import { withPlatform } from './as-operator.ts';

/** `appshelf-service audit verify [--from FILE]`: returns 1 when something was found. */
export async function verifyAudit(config: Config, words: readonly string[]): Promise<number> {
  const known = await parseKnownHeads(words);
  return withPlatform(config, async (platform) => {
    const { organizations, rows, erased, findings } = await verifyTrail(platform, known);
    for (const { orgId, position, what } of findings)
      process.stdout.write(`${orgId || 'the service'}, ${position ?? 'the chain'}: ${what}\n`);
    process.stdout.write(
      `${rows} rows of ${organizations} chains, ${erased} of them without details: ${findings.length || 'nothing'} found\n`,
    );
    return findings.length > 0 ? 1 : 0;
  });
}

/** `appshelf-service audit heads`: prints where every chain ends now, for a later `audit verify --from`. */
export const printHeads = (config: Config): Promise<number> =>
  withPlatform(config, async (platform) => {
    for (const head of await knownHeads(platform)) process.stdout.write(headLine(head));
    return 0;
  });

async function parseKnownHeads([option, file, ...others]: readonly string[]): Promise<
  Map<string, KnownHead>
> {
  if (option === undefined) return new Map();
  if (option !== '--from' || file === undefined || others.length > 0)
    throw new ConfigError('Write: audit verify [--from FILE]');
  const known = headsIn(await readFile(file, 'utf8'));
  if (known.size > 0) return known;
  throw new ConfigError(`${file} has no line of audit heads or of the service's log with an audit_head.`);
}
