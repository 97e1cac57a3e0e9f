import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { readPackage } from '../../mock-server/app-packages/read-package.ts';
import { packageFile } from '../fixtures/package-files.ts';
import { androidPackages } from '../fixtures/real-packages.ts';
import { ask } from './tools.ts';

const made = globSync('**/*.apk', { cwd: packageFile('') }).map((name) => [name, packageFile(name)] as const);
const packages = [...Object.entries(androidPackages), ...made];

/** What `aapt2` says of a package, in our form; texts that it has not are null. */
async function byAapt2(path: string) {
  const { text } = await ask('aapt2', 'dump', 'badging', path);
  const found = (pattern: RegExp) => pattern.exec(text)?.[1] || null;
  const names = [...text.matchAll(/^uses-(?:implied-)?permission(?:-sdk-23)?: name='([^']+)'/gm)];
  const level = (pattern: RegExp) => {
    const reported = found(pattern);
    return reported === null ? null : Number(reported);
  };
  const minSdk = level(/^(?:sdkVersion|minSdkVersion):'(\d+)'/m) ?? 1;
  return {
    bundleId: found(/^package: name='([^']*)'/m),
    build: found(/^package:.* versionCode='([^']*)'/m),
    version: found(/^package:.* versionName='([^']*)'/m),
    label: found(/^application: label='([^']*)'/m) ?? found(/^launchable-activity:.* label='([^']*)'/m),
    minSdk,
    targetSdk: level(/^targetSdkVersion:'(\d+)'/m) ?? minSdk,
    permissions: [...new Set(names.map(([, name = '']) => name))].toSorted(),
    debuggable: /^application-debuggable/m.test(text),
    testOnly: /^testOnly='-1'/m.test(text),
  };
}

async function ours(path: string) {
  const { bundleId, build, version, label, warnings, binaryMetadata } = await readPackage(path);
  const warns = (code: string) => warnings.some(({ error }) => error === code);
  return {
    bundleId,
    build,
    version,
    label,
    minSdk: binaryMetadata['min_sdk'],
    targetSdk: binaryMetadata['target_sdk'],
    permissions: binaryMetadata['permissions'],
    debuggable: warns('debug_build'),
    testOnly: warns('test_only'),
  };
}

test.each(packages)('%s says what aapt2 reads in it', async (_name, path) => {
  expect(await ours(path)).toEqual(await byAapt2(path));
});

test('there are packages of every kind to compare', () => {
  expect(new Set(made.map(([name]) => name.replace(`/${basename(name)}`, '')))).toEqual(
    new Set(['blockers', 'emoji-label', 'foreign-namespace', 'icons', 'sound-but-refused']),
  );
});
