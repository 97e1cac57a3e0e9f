import { readFile } from 'node:fs/promises';
import type { Config } from '../config.ts';
import { type Retired, type Retirement, retireKey } from '../features/audit/keys/retire.ts';
import { headLine, headsIn, type KnownHead, knownHeads } from '../features/audit/known-heads.ts';
import { type Verified, verifyTrail } from '../features/audit/verify.ts';
import type { Platform } from '../platform/services.ts';
import { ConfigError } from '../settings/environment.ts';
import { asOperator, withPlatform } from './as-operator.ts';

/** `appshelf-service audit verify [--from FILE]`: returns 1 when something was found. */
export async function verifyAudit(config: Config, words: readonly string[]): Promise<number> {
  const known = await knownIn(words);
  return withPlatform(config, async (platform) => {
    const verified = await verifyTrail(platform, known);
    const { organizations, rows, erased, findings } = verified;
    for (const { orgId, position, what } of findings)
      process.stdout.write(`${orgId || 'the service'}, ${position ?? 'not chained'}: ${what}\n`);
    process.stdout.write(
      `${rows} rows of ${organizations} chains, ${erased} of them without details: ${findings.length || 'nothing'} found\n`,
    );
    for (const line of keysIn(verified)) process.stdout.write(`${line}\n`);
    return findings.length > 0 ? 1 : 0;
  });
}

/** What the rows show about replaced keys. */
function keysIn({ earlier, renewed, unproven }: Verified): string[] {
  return [
    earlier > 0 &&
      `${earlier} rows, heads and settings are proven only by an earlier key: run keys renew before you remove that key`,
    renewed > 0 &&
      `${renewed} rows were sealed by an earlier key and proven when it was replaced: whoever had that key until then could have written them`,
    unproven > 0 &&
      `${unproven} rows were sealed by a key that is gone: nothing proves that they are genuine`,
  ].filter((line) => line !== false);
}

/** `appshelf-service audit retire [--before MOMENT]`: returns 1 when rows remain that it may not accept. */
export async function retireAudit(config: Config, words: readonly string[]): Promise<number> {
  const before = momentIn(words);
  const work = async (platform: Platform) => {
    const accept = () => retireKey(platform, before ?? new Date().toISOString(), before !== null);
    const found = await (before === null
      ? accept()
      : asOperator(platform, 'audit retire', { before }, accept));
    process.stdout.write(retirementText(found, before !== null));
    const isLeft = ({ refused, head }: Retired) => refused > 0 || head === 'refused';
    return found.organizations.some(isLeft) ? 1 : 0;
  };
  return withPlatform(config, work, { acceptsStrangeKey: true });
}

function momentIn([option, text, ...others]: readonly string[]): string | null {
  if (option === undefined) return null;
  const moment = new Date(text ?? '');
  if (
    option !== '--before' ||
    others.length > 0 ||
    Number.isNaN(moment.getTime()) ||
    moment.getTime() > Date.now()
  )
    throw new ConfigError('Write: audit retire [--before 2026-01-31T12:00:00Z], a moment that has passed');
  return moment.toISOString();
}

function retirementText({ lostLedger, organizations }: Retirement, isDone: boolean): string {
  if (!lostLedger && organizations.length === 0) return 'The keys in use prove everything.\n';
  const lines = organizations.map(({ orgId, rows, refused, head, days }) => {
    const parts = [
      `${rows} rows ${isDone ? 'are' : 'would be'} unproven`,
      refused > 0 && `${refused} are newer than that moment and stay as they are`,
      head !== 'proven' && `head ${head}`,
      days !== 'proven' && `days that rows are kept ${days}`,
    ];
    return `${orgId || 'the service'}: ${parts.filter((part) => part !== false).join(', ')}`;
  });
  if (lostLedger)
    lines.push(
      `The ledger of all chains went with its key${isDone ? ' and begins anew' : ''}: rows that were removed before that can no longer be detected.`,
    );
  if (!isDone)
    lines.push(
      'Nothing was changed. If you have the key, put it behind the current one and run keys renew: that proves the rows. Otherwise say when it was removed: audit retire --before MOMENT',
    );
  return `${lines.join('\n')}\n`;
}

/** `appshelf-service audit heads`: prints where every chain ends now, for a later `audit verify --from`. */
export const printHeads = (config: Config): Promise<number> =>
  withPlatform(config, async (platform) => {
    for (const head of await knownHeads(platform)) process.stdout.write(headLine(head));
    return 0;
  });

async function knownIn([option, file, ...others]: readonly string[]): Promise<Map<string, KnownHead>> {
  if (option === undefined) return new Map();
  if (option !== '--from' || file === undefined || others.length > 0)
    throw new ConfigError('Write: audit verify [--from FILE]');
  const known = headsIn(await readFile(file, 'utf8'));
  if (known.size > 0) return known;
  throw new ConfigError(`${file} has no line of audit heads or of the service's log with an audit_head.`);
}
