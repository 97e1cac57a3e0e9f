import { readFile } from 'node:fs/promises';
import * as fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cgbiToPng, isCgbi } from '../../../mock-server/app-packages/formats/png/cgbi.ts';
import { readPngChunks, writePng } from '../../../mock-server/app-packages/formats/png/png.ts';
import { buildCgbi } from '../../../mock-server/demo/build-cgbi.ts';
import { applePackages } from '../../fixtures/real-packages.ts';

const pixelsOf = async (png: Buffer) => await sharp(png).ensureAlpha().raw().toBuffer();

test('an image by Apple’s own tool has the opaque pixels that another converter finds in it', async () => {
  const cgbi = await readFile(applePackages.cgbiImage);
  expect(isCgbi(cgbi)).toBe(true);
  const ours = await pixelsOf(cgbiToPng(cgbi));
  const converted = await pixelsOf(withChecksums(await readFile(applePackages.cgbiConverted)));
  expect(ours.length).toBe(converted.length);
  expect(opaqueDifferences(ours, converted)).toBe(0);
});

test('an ordinary PNG is not taken for one', async () => {
  expect(isCgbi(await readFile(applePackages.cgbiConverted))).toBe(false);
});

test('any opaque image comes back as it was', async () => {
  const image = fc
    .record({ width: fc.integer({ min: 1, max: 20 }), height: fc.integer({ min: 1, max: 20 }) })
    .chain(({ width, height }) =>
      fc.uint8Array({ minLength: width * height * 3, maxLength: width * height * 3 }).map((rgb) => ({
        width,
        height,
        rgba: Buffer.from(
          Array.from({ length: width * height }, (_, i) => [...rgb.slice(i * 3, i * 3 + 3), 255]).flat(),
        ),
      })),
    );
  await fc.assert(
    fc.asyncProperty(image, async (given) => {
      expect((await pixelsOf(cgbiToPng(buildCgbi(given)))).equals(given.rgba)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('colours are divided by alpha again', async () => {
  const rgba = Buffer.from([200, 100, 50, 128]);
  const [red = 0, green = 0, blue = 0, alpha] = await pixelsOf(
    cgbiToPng(buildCgbi({ width: 1, height: 1, rgba })),
  );
  expect(alpha).toBe(128);
  expect(Math.max(Math.abs(red - 200), Math.abs(green - 100), Math.abs(blue - 50))).toBeLessThanOrEqual(1);
});

test.each([
  ['cut off', (image: Buffer) => image.subarray(0, 60)],
  ['of a size that its data has not', (image: Buffer) => withWidth(image, 61)],
  ['larger than any icon', (image: Buffer) => withWidth(image, 100_000)],
  ['of no size', (image: Buffer) => withWidth(image, 0)],
])('an image %s is refused', (_name, damage) => {
  const image = buildCgbi({ width: 60, height: 60, rgba: Buffer.alloc(60 * 60 * 4, 7) });
  expect(() => cgbiToPng(damage(Buffer.concat([image])))).toThrow(
    expect.objectContaining({ code: 'malformed_image' }),
  );
});

/** The other converter's file has wrong checksums, which decoders refuse; its data is whole. */
function withChecksums(png: Buffer): Buffer {
  return writePng(readPngChunks(png));
}

function withWidth(image: Buffer, width: number): Buffer {
  image.writeUInt32BE(width, 32);
  return image;
}

function opaqueDifferences(ours: Buffer, theirs: Buffer): number {
  let differences = 0;
  for (let at = 0; at < theirs.length; at += 4) {
    const isOpaque = theirs[at + 3] === 255;
    if (isOpaque && !ours.subarray(at, at + 4).equals(theirs.subarray(at, at + 4))) differences += 1;
  }
  return differences;
}
