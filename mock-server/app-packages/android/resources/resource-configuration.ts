import type { ByteView } from '../../formats/byte-view.ts';

/** The parts of a configuration (ResTable_config) by which a label or an icon is chosen. */
export interface ResourceConfiguration {
  /** ISO 639 letters as packed in two bytes, 0 for any language. */
  language: number;
  /** Dots per inch; 0 unspecified, 0xfffe any (vector), 0xffff none. */
  density: number;
  /** The API level from which it counts; 0 for all. */
  sdk: number;
}

export const anyDensity = 0xfffe;
const configurationAt = 20;

/** The configuration of a type chunk. In older, shorter forms the last fields are missing. */
export function readConfiguration(typeChunk: ByteView): ResourceConfiguration {
  const size = typeChunk.u32(configurationAt);
  return {
    language: size >= 12 ? typeChunk.u16(configurationAt + 8) : 0,
    density: size >= 16 ? typeChunk.u16(configurationAt + 14) : 0,
    sdk: size >= 28 ? typeChunk.u16(configurationAt + 24) : 0,
  };
}
