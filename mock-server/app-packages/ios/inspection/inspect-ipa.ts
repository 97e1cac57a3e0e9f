import type { Place } from '../../../../contract/common/inspection-report.ts';
import { plistText } from '../../formats/plist/plist-value.ts';
import { looksLikeAddress, recordAddress } from '../../inspection/addresses.ts';
import {
  placeOfFile,
  readBundledVersions,
  recordLibrary,
  recordVersionText,
} from '../../inspection/bundled-versions.ts';
import type { Findings } from '../../inspection/findings.ts';
import { recognizeFramework } from '../../inspection/recognize.ts';
import { weaknessOf } from '../../inspection/weaknesses.ts';
import { PackageError } from '../../package-error.ts';
import type { GuardedZip } from '../../zip/guarded-zip.ts';
import { executableOf, findAppPath, readBundle } from '../bundle.ts';
import { inspectPlist } from './inspect-plist.ts';
import { type MachImage, readMachImage } from './mach-image.ts';
import { recordSigners } from './signers.ts';
import { knownSymbols } from './symbols.ts';

const frameworkPlist = /^(Payload\/[^/]+\.app\/(?:.*\/)?Frameworks\/([^/]+)\.framework\/)Info\.plist$/;
const extensionPlist = /^(Payload\/[^/]+\.app\/(?:.*\/)?[^/]+\.(?:appex|app)\/)Info\.plist$/;
const looseLibrary = /^Payload\/[^/]+\.app\/(?:.*\/)?[^/]+\.dylib$/;
const systemFramework = /^\/System\/Library\/(?:Private)?Frameworks\/([^/]+)\.framework\//;
const bundledFramework = /([^/]+)\.framework\//;
/** Paths of the device in a text: below the root's folders, or in the app's own. */
const pathText =
  /^(\/(private|var|usr|etc|tmp|Library|System|Applications|bin|dev)\/|~\/|(Documents|Library|tmp)\/)[^\s%<>]*$/;
const programBytes = 96 * 1024 * 1024;
const maxBundles = 200;

/** Notes the findings in an iOS package. Errors: PackageError. */
export async function inspectIpa(findings: Findings, zip: GuardedZip): Promise<void> {
  const appPath = findAppPath(zip);
  if (appPath === null) throw new PackageError('no_manifest');
  const app = await readBundle(zip, appPath);
  inspectPlist(findings, app.plist, `${app.path}Info.plist`);
  await inspectProgram(findings, zip, executableOf(zip, app));
  const names = zip.names();
  for (const name of names.filter((name) => frameworkPlist.test(name)).slice(0, maxBundles)) {
    await inspectFramework(findings, zip, name);
  }
  const extensions = names.filter((name) => extensionPlist.test(name) && name !== `${app.path}Info.plist`);
  for (const name of extensions.slice(0, maxBundles)) {
    const bundle = await readBundle(zip, extensionPlist.exec(name)?.[1] ?? '');
    await inspectProgram(findings, zip, executableOf(zip, bundle));
  }
  for (const name of names.filter((name) => looseLibrary.test(name)).slice(0, maxBundles)) {
    await inspectProgram(findings, zip, name);
  }
  await recordSigners(findings, zip, app.path);
  await readBundledVersions(zip, findings);
}

async function inspectFramework(findings: Findings, zip: GuardedZip, file: string): Promise<void> {
  const [, path = '', name = ''] = frameworkPlist.exec(file) ?? [];
  const place = placeOfFile(file);
  recognizeFramework(findings, name, place);
  const bundle = await readBundle(zip, path);
  const version = plistText(bundle.plist, 'CFBundleShortVersionString');
  if (version !== null) recordLibrary(findings, name, version, place);
  await inspectProgram(findings, zip, executableOf(zip, bundle));
}

async function inspectProgram(findings: Findings, zip: GuardedZip, file: string): Promise<void> {
  if ((zip.entries.get(file)?.uncompressedSize ?? 0) > programBytes) {
    findings.leaveOut(`${file}: too large`);
    return;
  }
  const bytes = await zip.read(file, programBytes);
  if (bytes === null) return;
  try {
    recordImage(findings, file, readMachImage(bytes, zip.budget));
  } catch (error) {
    throw error instanceof PackageError && error.entry === null
      ? new PackageError(error.code, { entry: file, cause: error })
      : error;
  }
}

function recordImage(findings: Findings, file: string, image: MachImage): void {
  const place = placeOfFile(file);
  const { undefinedSymbols } = image;
  for (const library of image.libraries) recordLoaded(findings, library, place);
  findings.add('Native Libraries', file, {
    processor: image.processor,
    nx: !image.allowsStackExecution,
    // Only programs declare it: libraries can be loaded anywhere.
    pie: image.isPie || !image.isExecutable,
    canary: undefinedSymbols.has('___stack_chk_fail'),
    relro: null,
    stripped: !image.hasLocalSymbols,
    place,
  });
  if (image.allowsStackExecution) {
    const means = 'The program has an executable stack.';
    findings.add('Settings', `executable_stack ${file}`, {
      setting: 'executable_stack',
      domain: null,
      means,
      place,
    });
  }
  recordSymbols(findings, undefinedSymbols, place);
  let strings = 0;
  for (const { text, at } of image.texts()) {
    recordText(findings, text, { ...place, offset: at });
    strings += 1;
  }
  let classes = 0;
  for (const { text, at } of image.classNames()) {
    recognizeFramework(findings, text, { ...place, class: text, offset: at });
    classes += 1;
  }
  findings.analysis.Programs.push({ file, kind: 'mach-o', strings, classes, methods: 0 });
}

/** Notes a library that a program needs: one of the system's frameworks, or any other. */
function recordLoaded(findings: Findings, path: string, place: Place): void {
  const system = systemFramework.exec(path)?.[1];
  if (system === undefined) findings.addLibrary('Dynamic Libraries', path);
  else findings.addLibrary('System Frameworks', system);
  recognizeFramework(findings, system ?? bundledFramework.exec(path)?.[1] ?? '', place);
}

function recordSymbols(findings: Findings, symbols: ReadonlySet<string>, place: Place): void {
  for (const symbol of symbols) {
    const known = knownSymbols.get(symbol);
    if (known === undefined) continue;
    const { section, operation } = known;
    const found = { operation, function: symbol.slice(1), weakness: weaknessOf(operation), place };
    findings.add(section, `${symbol} ${place.file}`, found);
  }
}

function recordText(findings: Findings, text: string, place: Place): void {
  if (looksLikeAddress(text)) recordAddress(findings, text, 'text', place);
  else if (pathText.test(text)) findings.add('File Access', text, { filepath: text, mode: 'unknown', place });
  else recordVersionText(findings, text, place);
}
