import type { FastifyInstance } from 'fastify';
import { pictureFile, scalePictureKind } from '../../../packages-worker/kinds/pictures.ts';
import { notFoundError } from '../../../platform/errors.ts';
import { isEtagNamed } from '../../../platform/http/responses/conditional.ts';
import type { Platform } from '../../../platform/services.ts';
import { readCopy, storeCopy } from './media-cache.ts';

/** Widths in pixels that the screens ask for, at one, two and three times. */
const widths = [64, 128, 192, 256, 384, 512, 768, 1024, 1536];
/** Most bytes of a copy: more than the largest picture without any repetition takes. */
const maxBytes = 16 * 1024 * 1024;

interface Picture {
  sha256: string;
  /** Null: the stored size. */
  width: number | null;
}

/**
 * `GET /media/<sha256>.png`, and `GET /media/<sha256>-<width>.webp` in the widths of the screens. Images are named by their
 * content and never change. Anybody who knows a name may read the image; names can't be guessed.
 */
export function registerMedia(app: FastifyInstance, platform: Platform): void {
  /** The copies that are being made, by name, so that a picture that many request at once is scaled once. */
  const making = new Map<string, Promise<Buffer>>();

  app.get<{ Params: { name: string } }>(
    '/media/:name',
    { config: { isImage: true } },
    async (request, reply) => {
      const { name } = request.params;
      const picture = parseName(name);
      const size = picture && (await platform.blobs.size('images', picture.sha256));
      if (picture === null || size === null) throw notFoundError('image');
      const etag = `"${name}"`;
      reply.headers({ etag, 'cache-control': 'public, max-age=31536000, immutable' });
      if (isEtagNamed(request.headers['if-none-match'], etag)) return reply.code(304).send();
      if (picture.width !== null) {
        return reply
          .type('image/webp')
          .send(await readOrScale(platform, making, picture.sha256, picture.width));
      }
      const original = await platform.blobs.read('images', picture.sha256);
      return reply.type('image/png').header('content-length', size).send(original);
    },
  );
}

function parseName(name: string): Picture | null {
  const [, sha256 = '', width] = /^([0-9a-f]{64})(?:\.png|-([1-9]\d{1,3})\.webp)$/.exec(name) ?? [];
  if (sha256 === '') return null;
  if (width === undefined) return { sha256, width: null };
  return widths.includes(Number(width)) ? { sha256, width: Number(width) } : null;
}

/** A smaller copy, made when it is first asked for. */
async function readOrScale(
  platform: Platform,
  making: Map<string, Promise<Buffer>>,
  sha256: string,
  width: number,
): Promise<Buffer> {
  const stored = await readCopy(platform, sha256, width);
  if (stored !== null) return stored;
  const name = `${sha256}-${width}`;
  const made = making.get(name) ?? scaleImage(platform, sha256, width).finally(() => making.delete(name));
  making.set(name, made);
  return made;
}

async function scaleImage(platform: Platform, sha256: string, width: number): Promise<Buffer> {
  const { path, release } = await platform.blobs.open('images', sha256);
  try {
    const task = { owner: 'media', input: { width }, files: { picture: path } };
    const copy = await platform.workers.run(scalePictureKind, task, (_, made) =>
      made.read(pictureFile, maxBytes),
    );
    await storeCopy(platform, sha256, width, copy);
    return copy;
  } finally {
    await release();
  }
}
