import { toPng } from '../formats/raster.ts';
import { documentBytes } from '../limits.ts';
import type { GuardedZip } from '../zip/guarded-zip.ts';
import { launcherActivity } from './activities.ts';
import { readBinaryXml, type XmlElement } from './binary-xml.ts';
import type { Manifest } from './manifest.ts';
import { anyDensity, type ResourceConfiguration } from './resource-configuration.ts';
import type { ResourceTable } from './resource-table.ts';

/** Most unreadable raster images that are skipped. */
const maxTries = 10;

interface IconFile {
  path: string;
  configuration: ResourceConfiguration;
}

/**
 * The app's icon as PNG: the densest raster image of the icon that the manifest names for the application, for its launcher
 * activity, or as round icon; for an adaptive icon without raster images, its foreground. Null when all are vector drawings.
 */
export async function androidIcon(
  zip: GuardedZip,
  manifest: Manifest,
  table: ResourceTable | null,
): Promise<Buffer | null> {
  const application = manifest.application();
  const elements = [application, launcherActivity(manifest)].filter((element) => element !== null);
  const named = elements.flatMap((element) =>
    ['icon', 'roundIcon'].map((name) => element.attributes.get(name)),
  );
  const files = named.flatMap((value) => {
    if (value?.kind === 'text')
      return [{ path: value.text, configuration: { language: 0, density: 0, sdk: 0 } }];
    return value?.kind === 'reference' && table !== null ? iconFiles(table, value.id) : [];
  });
  const raster = await firstRaster(zip, files);
  if (raster !== null || table === null) return raster;
  return await firstRaster(zip, await adaptiveForegrounds(zip, files, table));
}

/** The files of an icon, densest first. */
function iconFiles(table: ResourceTable, id: number): IconFile[] {
  const files = table
    .values(id)
    .flatMap(({ value, configuration }) =>
      value.kind === 'text' ? [{ path: value.text, configuration }] : [],
    );
  return files.sort((a, b) => rank(b) - rank(a));
}

function rank({ configuration }: IconFile): number {
  return configuration.density >= anyDensity ? -1 : configuration.density;
}

async function firstRaster(zip: GuardedZip, files: IconFile[]): Promise<Buffer | null> {
  const rasters = files.filter(({ path }) => !path.endsWith('.xml')).slice(0, maxTries);
  for (const { path } of rasters) {
    const bytes = await zip.read(path, documentBytes.image);
    const png = bytes === null ? null : await toPng(bytes, zip.budget);
    if (png !== null) return png;
  }
  return null;
}

async function adaptiveForegrounds(
  zip: GuardedZip,
  files: IconFile[],
  table: ResourceTable,
): Promise<IconFile[]> {
  const drawing = files.find(({ path }) => path.endsWith('.xml'));
  const bytes = drawing === undefined ? null : await zip.read(drawing.path, documentBytes.image);
  if (bytes === null) return [];
  const foreground = readBinaryXml(bytes, zip.budget).children.find(({ name }) => name === 'foreground');
  const id = drawableOf(foreground);
  return id === null ? [] : iconFiles(table, id);
}

function drawableOf(layer: XmlElement | undefined): number | null {
  const value = layer?.attributes.get('drawable');
  return value?.kind === 'reference' ? value.id : null;
}
