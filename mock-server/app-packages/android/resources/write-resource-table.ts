import { chunkType } from './chunks.ts';
import { buildStringPool, chunk, u8, u16, u32, valueOf } from './write-chunks.ts';

/** The values of a type's resources for one configuration of a device. */
export interface WrittenConfiguration {
  /** Two letters; absent: any. */
  language?: string;
  /** Dots per inch; absent: any. */
  density?: number;
  /** A text for each resource of the type, in their order. */
  values: readonly string[];
}

/** A type of resources. The first type of a table is number 1, its first resource 0x7f010000. */
export interface WrittenType {
  name: string;
  resources: readonly string[];
  configurations: readonly WrittenConfiguration[];
}

/** The package of an application, in the numbers of its resources. */
const ownPackage = 0x7f;
const packageHeaderBytes = 288;
const configurationBytes = 64;
/** In what the values of a type differ (ResTable_config). */
const differs = { locale: 0x0004, density: 0x0100 };

/** A resource table (resources.arsc) of texts; the path of a file is one. */
export function writeResourceTable(packageName: string, types: readonly WrittenType[]): Buffer {
  const texts = [
    ...new Set(types.flatMap(({ configurations }) => configurations.flatMap(({ values }) => values))),
  ];
  const keys = types.flatMap(({ resources }) => resources);
  const typeNames = buildStringPool(
    types.map(({ name }) => name),
    true,
  );
  const keyNames = buildStringPool(keys, true);
  const chunks = types.flatMap((type, index) => [
    typeSpec(type, index + 1),
    ...type.configurations.map((configuration) => typeChunk(type, index + 1, configuration, { keys, texts })),
  ]);
  const header = Buffer.concat([
    u32(ownPackage),
    fixedText(packageName),
    u32(packageHeaderBytes, types.length, packageHeaderBytes + typeNames.length, keys.length, 0),
  ]);
  const body = Buffer.concat([typeNames, keyNames, ...chunks]);
  const packageChunk = chunk(chunkType.tablePackage, header, body);
  return chunk(chunkType.table, u32(1), Buffer.concat([buildStringPool(texts, true), packageChunk]));
}

/** 128 characters, of which the last is zero. Only tools read it, so a longer name is cut. */
function fixedText(text: string): Buffer {
  const bytes = Buffer.alloc(256);
  bytes.write(text.slice(0, 127), 'utf16le');
  return bytes;
}

function typeSpec({ resources, configurations }: WrittenType, id: number): Buffer {
  const byLanguage = configurations.some(({ language }) => language !== undefined) ? differs.locale : 0;
  const byDensity = configurations.some(({ density }) => density !== undefined) ? differs.density : 0;
  const flags = resources.map(() => byLanguage | byDensity);
  return chunk(chunkType.tableTypeSpec, Buffer.concat([u8(id, 0, 0, 0), u32(flags.length)]), u32(...flags));
}

function typeChunk(
  { resources }: WrittenType,
  id: number,
  { language = '', density = 0, values }: WrittenConfiguration,
  { keys, texts }: { keys: readonly string[]; texts: readonly string[] },
): Buffer {
  const entries = resources.map((name, index) =>
    Buffer.concat([
      u16(8, 0),
      u32(keys.indexOf(name)),
      valueOf(values[index] ?? '', (text) => texts.indexOf(text)),
    ]),
  );
  const configuration = Buffer.alloc(configurationBytes);
  configuration.writeUInt32LE(configurationBytes, 0);
  configuration.write(language, 8, 'latin1');
  configuration.writeUInt16LE(density, 14);
  const entriesAt = 20 + configurationBytes + entries.length * 4;
  const header = Buffer.concat([u8(id, 0, 0, 0), u32(entries.length, entriesAt), configuration]);
  const offsets = u32(...entries.map((_, index) => index * 16));
  return chunk(chunkType.tableType, header, Buffer.concat([offsets, ...entries]));
}
