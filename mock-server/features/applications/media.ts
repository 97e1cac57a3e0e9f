import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { notFound } from '../../platform/http/errors.ts';
import type { Platform } from '../../platform/services.ts';

/** Widths in pixels that the screens ask for, at one, two and three times. */
const widths = [64, 128, 192, 256, 384, 512, 768, 1024, 1536];
const form = /^([0-9a-f]{64})(?:-(\d{2,4}))?\.(png|webp)$/;

/**
 * `GET /media/<sha256>.png`, and `GET /media/<sha256>-<width>.webp` in the widths of the screens. Images are named by their
 * content, never change and are public to who knows the name: it can't be guessed.
 */
export function registerMedia(app: FastifyInstance, platform: Platform): void {
  const cache = join(platform.config.dataDir, 'cache', 'media');
  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    const match = form.exec(request.params.name);
    if (match === null) throw notFound('image');
    const [, sha256 = '', width, format] = match;
    if ((width === undefined) !== (format === 'png')) throw notFound('image');
    if (width !== undefined && !widths.includes(Number(width))) throw notFound('image');
    if (unchanged(request, reply, match[0])) return reply.code(304).send();
    const bytes =
      width === undefined
        ? await original(platform, sha256)
        : await scaled(platform, cache, sha256, Number(width));
    return reply.type(`image/${format}`).send(bytes);
  });
}

function unchanged(request: FastifyRequest, reply: FastifyReply, name: string): boolean {
  const etag = `"${name}"`;
  reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' });
  return request.headers['if-none-match'] === etag;
}

const original = async (platform: Platform, sha256: string): Promise<Buffer> =>
  buffer(await platform.blobs.read('images', sha256));

/** A smaller copy, made when it is first asked for and kept beside the data: it can be made again at any time. */
async function scaled(platform: Platform, cache: string, sha256: string, width: number): Promise<Buffer> {
  const path = join(cache, sha256.slice(0, 2), `${sha256}-${width}.webp`);
  const kept = await readFile(path).catch(() => null);
  if (kept !== null) return kept;
  const image = await sharp(await original(platform, sha256))
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 86 })
    .toBuffer();
  await mkdir(join(cache, sha256.slice(0, 2)), { recursive: true, mode: 0o700 });
  // Written beside and renamed, so that nobody ever reads a half.
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, image, { mode: 0o600 });
  await rename(temporary, path);
  return image;
}
