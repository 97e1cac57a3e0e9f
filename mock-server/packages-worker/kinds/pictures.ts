import { type Static, Type } from 'typebox';
import { taskKind } from '../../platform/workers/task-kind.ts';

/** The use of a picture, which decides its largest size. */
export const PictureKind = Type.Enum(['icon', 'screenshot', 'banner']);
export type PictureKind = Static<typeof PictureKind>;

/** Pictures with more pixels are refused before decoding, which then takes less than 250 MB even for the costliest kind. */
export const maxPixels = 24_000_000;
/** In pixels. A picture that is one pixel high and very wide is small to send, but takes seconds to decode. */
export const maxSide = 16_384;

/** The file that these tasks write. */
export const pictureFile = 'picture';

/** Decodes a PNG or JPEG and encodes it as a new PNG, without metadata or other content of the file. */
export const encodePictureKind = taskKind({
  name: 'encode-picture',
  files: ['picture'],
  input: Type.Object({ kind: PictureKind }),
  /** False: it is not a PNG or JPEG within the limits, or it is damaged. */
  output: Type.Object({ isReadable: Type.Boolean() }),
  seconds: 30,
});

/** Makes a smaller WebP of a picture that the service stores. */
export const scalePictureKind = taskKind({
  name: 'scale-picture',
  files: ['picture'],
  input: Type.Object({ width: Type.Integer({ minimum: 1, maximum: 4096 }) }),
  output: Type.Object({}),
  seconds: 30,
});

/** Draws the icon of hybrid applications that have none. */
export const drawGenericIconKind = taskKind({
  name: 'draw-generic-icon',
  files: [],
  input: Type.Object({}),
  output: Type.Object({}),
  seconds: 30,
});
