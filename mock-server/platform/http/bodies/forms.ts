import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../../config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Largest file (bytes) of a form. */
    largestFile: number;
  }
}

/** Says how large the files of forms may be. */
export function limitForms(
  app: FastifyInstance,
  { packageUpload }: Pick<Config['limits'], 'packageUpload'>,
): void {
  app.decorate('largestFile', packageUpload);
}

/**
 * Registers routes that take forms, separately from all others: the reader of forms has hooks, whose cost every request
 * would pay.
 */
export function withForms(app: FastifyInstance, registerRoute: (place: FastifyInstance) => void): void {
  void app.register(async (place) => {
    await place.register(multipart, {
      limits: {
        fileSize: app.largestFile,
        files: 5,
        // No operation has such fields: see `isPartAFile`.
        fields: 20,
        fieldSize: 1024,
        parts: 24,
      },
    });
    registerRoute(place);
  });
}
