import type { PlistDictionary, PlistValue } from '../../formats/plist/plist-value.ts';
import { writeXmlPlist } from '../../formats/plist/write-xml-plist.ts';
import { coverage, coverage2, rulesText } from './resource-rules.ts';

/** What the seal of a bundle contains about a file: its digests, or for a link its target. */
export type SealedFile = { sha1: Buffer; sha256: Buffer } | { link: string };

/** Never sealed: the seal itself, an old link to it, and files that a store added. */
const outside = /^(_CodeSignature|_MASReceipt|CodeResources)($|\/)/;
const end = '</dict>\n</plist>\n';

/**
 * `_CodeSignature/CodeResources` of a bundle, in the form of Apple's own tool. Bundles of iOS are flat: the files of
 * inner bundles are sealed like any others. `files` are by their path in the bundle, without its executable.
 */
export function codeResources(files: ReadonlyMap<string, SealedFile>): Buffer {
  const [older, newer]: [PlistDictionary, PlistDictionary] = [new Map(), new Map()];
  for (const [path, file] of files) {
    if (outside.test(path)) continue;
    sealOlder(older, path, file);
    sealNewer(newer, path, file);
  }
  const sealed = writeXmlPlist(
    new Map([
      ['files', older],
      ['files2', newer],
    ]),
  );
  return Buffer.from(sealed.slice(0, -end.length) + rulesText + end);
}

/** Systems before iOS 9 support SHA-1 only, and no links. */
function sealOlder(files: PlistDictionary, path: string, file: SealedFile): void {
  const how = coverage(path);
  if (how === 'omitted' || 'link' in file) return;
  files.set(
    path,
    how === 'sealed'
      ? file.sha1
      : new Map<string, PlistValue>([
          ['hash', file.sha1],
          ['optional', true],
        ]),
  );
}

function sealNewer(files: PlistDictionary, path: string, file: SealedFile): void {
  const how = coverage2(path);
  if (how === 'omitted') return;
  const seal: PlistDictionary =
    'link' in file
      ? new Map([['symlink', file.link]])
      : new Map([
          ['hash', file.sha1],
          ['hash2', file.sha256],
        ]);
  files.set(path, how === 'sealed' ? seal : seal.set('optional', true));
}
