import type { Place } from '../../../contract/common/inspection-report.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';
import type { Findings } from './findings.ts';
import { vulnerabilitiesOf } from './vulnerable.ts';

const versionFile = /^META-INF\/([\w.-]+)_([\w.-]+)\.version$/;
const mavenFile = /^META-INF\/maven\/([\w.-]+)\/([\w.-]+)\/pom\.properties$/;
const rootProperties = /^([\w.-]+)\.properties$/;
const cordovaScript = /^(assets\/www|Payload\/[^/]+\.app\/www)\/cordova(-[\d.]+)?\.js$/;
const version = /^\d+(\.\d+)*[\w.+-]{0,40}$/;
/** Such files have a line or two; Cordova's script is longer. */
const maxFileLength = 4096;
const maxScriptLength = 512 * 1024;
const maxFiles = 1000;

export const placeOfFile = (file: string): Place => ({ file, class: null, method: null, offset: null });

/** Notes a library whose version can be read, and what is known against that version. */
export function recordLibrary(findings: Findings, name: string, found: string, place: Place): void {
  if (!version.test(found)) return;
  const vulnerabilities = vulnerabilitiesOf(name, found);
  findings.add('Bundled Libraries', `${name} ${found}`, { name, version: found, vulnerabilities, place });
}

/** Notes libraries that leave a file with their version in the package, as build tools put it there. */
export async function readBundledVersions(zip: GuardedZip, findings: Findings): Promise<void> {
  let files = 0;
  for (const file of zip.names()) {
    const read = readerOf(file);
    if (read === null || (files += 1) > maxFiles) continue;
    const [name, found] = read((await zip.readSlice(file, 0, maxScriptLength)).toString('utf8'));
    if (name !== null && found !== null) recordLibrary(findings, name, found, placeOfFile(file));
  }
}

type NameAndVersion = [name: string | null, version: string | null];

/** How a file names a library and its version; null for other files. */
function readerOf(file: string): ((text: string) => NameAndVersion) | null {
  const [, group, artifact] = versionFile.exec(file) ?? [];
  if (group !== undefined)
    return (text) => [`${group}:${artifact}`, text.slice(0, maxFileLength).toWellFormed().trim()];
  const [, mavenGroup, mavenArtifact] = mavenFile.exec(file) ?? [];
  if (mavenGroup !== undefined)
    return (text) => [`${mavenGroup}:${mavenArtifact}`, property(text, 'version')];
  if (rootProperties.test(file)) return (text) => [property(text, 'client'), property(text, 'version')];
  if (!cordovaScript.test(file)) return null;
  const platform = file.startsWith('Payload/') ? 'cordova-ios' : 'cordova-android';
  return (text) => [platform, /PLATFORM_VERSION_BUILD_LABEL = '([\d.]+)'/.exec(text)?.[1] ?? null];
}

const property = (text: string, name: string): string | null =>
  text
    .slice(0, maxFileLength)
    .toWellFormed()
    .split(/\r?\n/)
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .trim() ?? null;

/** Versions that libraries contain in texts of their code, for example in the name that they send to servers. */
const saying: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['com.squareup.okhttp3:okhttp', /^okhttp\/(\d+\.\d+\.\d+)$/],
  ['OpenSSL', /^OpenSSL (\d+\.\d+\.\d+[a-z]{0,2}) +\d{1,2} [A-Z][a-z]{2} \d{4}$/],
];

/** Notes a library whose version a text of the code contains. */
export function recordVersionText(findings: Findings, text: string, place: Place): void {
  for (const [name, pattern] of saying) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) recordLibrary(findings, name, found, place);
  }
}
