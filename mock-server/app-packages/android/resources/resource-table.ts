import type { Budget } from '../../budget.ts';
import { ByteView } from '../../formats/byte-view.ts';
import { type Chunk, chunkType, readChunks } from './chunks.ts';
import { type ResourceConfiguration, readConfiguration } from './resource-configuration.ts';
import { readEntryValue } from './resource-entry.ts';
import { StringPool } from './string-pool.ts';
import type { TypedValue } from './typed-value.ts';

/** A resource's value for one configuration of a device. */
export interface ResourceValue {
  configuration: ResourceConfiguration;
  value: TypedValue;
}

/** Most references that one lookup follows, and most values of each resource that it reads. */
const maxReferences = 50;
const maxConfigurations = 500;
/** Type chunks of a table: one for each type and configuration. */
const maxTypes = 20_000;

/** The table's chunk; devices skip others before it. */
function findTable(view: ByteView): Chunk {
  for (const chunk of readChunks(view, 0)) if (chunk.type === chunkType.table) return chunk;
  return view.fail();
}

/** The compiled resource table, resources.arsc: values by resource number and configuration, looked up when needed. */
export class ResourceTable {
  readonly #strings: StringPool;
  readonly #types = new Map<number, Chunk[]>();
  readonly #budget: Budget;
  #typeCount = 0;

  constructor(bytes: Buffer, budget?: Budget) {
    const view = new ByteView(bytes, 'malformed_resources', 'little', budget);
    this.#budget = view.budget;
    const table = findTable(view);
    let strings: StringPool | null = null;
    for (const chunk of readChunks(table.view, table.headerBytes)) {
      if (chunk.type === chunkType.stringPool) strings ??= new StringPool(chunk.view);
      else if (chunk.type === chunkType.tablePackage) this.#index(chunk);
    }
    this.#strings = strings ?? view.fail();
  }

  /** The values of the resource, one for each configuration, in the table's order; references are followed. */
  values(id: number): ResourceValue[] {
    const found: ResourceValue[] = [];
    const waiting = [id];
    const seen = new Set(waiting);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const item of this.#direct(next)) {
        if (item.value.kind !== 'reference') found.push(item);
        else if (!seen.has(item.value.id) && seen.size < maxReferences) {
          seen.add(item.value.id);
          waiting.push(item.value.id);
        }
      }
    }
    return found;
  }

  #direct(id: number): ResourceValue[] {
    const found: ResourceValue[] = [];
    const chunks = this.#types.get(id >>> 16) ?? [];
    // A manifest can refer to every resource.
    this.#budget.spend(chunks.length);
    for (const chunk of chunks) {
      const value = readEntryValue(chunk, id & 0xffff, this.#strings);
      if (value !== null) found.push({ configuration: readConfiguration(chunk.view), value });
      if (found.length === maxConfigurations) break;
    }
    return found;
  }

  /** Types are found by the upper half of a resource number: the package's byte, then the type's. */
  #index(packageChunk: Chunk): void {
    const packageId = packageChunk.view.u32(8) & 0xff;
    for (const chunk of readChunks(packageChunk.view, packageChunk.headerBytes)) {
      if (chunk.type !== chunkType.tableType) continue;
      this.#typeCount += 1;
      if (this.#typeCount > maxTypes) chunk.view.fail();
      const key = (packageId << 8) | chunk.view.u8(8);
      const chunks = this.#types.get(key);
      if (chunks === undefined) this.#types.set(key, [chunk]);
      else chunks.push(chunk);
    }
  }
}
